// expect: safe
// A block in parentheses has the value of its last statement; jumps out of it leave the rest of the expression undone.
#include <assert.h>

int g = 3, n;
struct pair { int x, y; } s = { 1, 2 };

int early(int k)
{
    int r = 100 + ({ if (k == 1) return 10; k + 1; });
    return r;
}

int main(void)
{
    int x = ({ int y = 4; y * 2; }) + 1;
    assert(x == 9);
    x = ({ int y = g; if (y > 2) y = 10; else y = 20; y; });
    assert(x == 10);
    ({ g = 5; x++; });
    assert(g == 5 && x == 11);
    x = ({ x++; }) + ({ g; });
    assert(x == 16);
    int z = ({ int z = 5; z + 1; });
    assert(z == 6);
    z = ({ for (int i = 0; i < 3; i++) g++; g; });
    assert(z == 8);
    assert(({ g++; g == 9; }));
    x = ({ int g = 1; g + ({ int g = 2; g * 10; }) + g; });
    assert(x == 22 && g == 9);
    (void)({ ; });
    ({ g = 1; if (g) g = 2; });
    assert(g == 2);
    x = ({ g; 5; });
    assert(x == 5);

    // The value stays what it was when the block ended.
    x = 1;
    z = ({ x; }) + 0 * ({ x = 7; x; });
    assert(x == 7);
    struct pair t = ({ struct pair u = s; u.x = 9; u; });
    assert(t.x == 9 && t.y == 2 && s.x == 1 && ({ t; }).y == 2 && (({ &s; })->y == 2));

    assert(early(1) == 10 && early(4) == 105);
    for (int i = 0; i < 5; i++)
        n += ({ if (i == 3) break; if (i == 1) continue; i + 1; });
    assert(n == 4);
    x = 1 + ({ if (g == 2) goto out; 5; });
    assert(0);
out:
    assert(x == 7);
    while (({ g++; g < 8; }))
        n++;
    assert(n == 9 && g == 8);
    if (({ int y = g; y - 8; })) n = 0;
    switch (({ g - 5; })) { case 3: n++; }
    assert(n == 10);
    return 0;
}
