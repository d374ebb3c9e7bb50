// expect: safe
// What ends the program ends all of it, also inside calls and expressions; an assumption holds where it is passed.
#include <assert.h>
#include <stdlib.h>

int g, n;

void __VERIFIER_assume(int condition)
{
    if (!condition)
        abort();
}

void leave(int k)
{
    if (k > 3)
        exit(k - 4);
    g = k;
}

int find(int k)
{
    while (1) {
        if (k == 2)
            return 7;
        if (k > 9)
            _Exit(0);
        k++;
        n++;
    }
}

int main(void)
{
    int l = 5;
    __VERIFIER_assume(g++ == 0);
    assert(g == 1);
    __VERIFIER_assume(l == 5 && g == 1 || (g = 9));
    assert(g == 1 && l == 5);
    __VERIFIER_assume((n++, l > 4));
    assert(n == 1);
    leave(3);
    assert(g == 3);
    assert(find(0) == 7 && n == 3);
    if (l != 5)
        abort();
    l = l == 5 ? 6 : (abort(), 7);
    assert(l == 6);
    l == 6 || (quick_exit(1), 0);
    l += ({ if (l == 7) exit(1); 1; });
    assert(l == 7);
    if (n == 3)
        l = find(n) + 1;
    assert(0);
    return 0;
}
