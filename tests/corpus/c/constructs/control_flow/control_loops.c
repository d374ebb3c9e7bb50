// expect: safe
// Loops: how often, in which order, and where `break` and `continue` go, in nested ones too.
#include <assert.h>

int g, n, to[12];

int main(void)
{
    int i, r = 0;
    for (i = 0; i < 5; i++)
        r = r * 10 + i;
    assert(r == 1234 && i == 5);
    for (g = 4; g > 0; --g)
        n = n * 10 + g;
    assert(n == 4321 && g == 0);
    r = 0;
    for (int i = 0, j = 10; i < j; i++, j -= 2) {
        if (i == 1)
            continue;
        r += 10 * i + j;
    }
    assert(r == 10 + 26 + 34 && i == 5);
    for (i = 7; i < 7; i++)
        r = 0;
    for (; i < 9;)
        i++;
    for (;;)
        if (++i == 12)
            break;
    assert(r == 70 && i == 12);
    for (i = 0; i < 3; r++, i++)
        ;
    assert(r == 73);

    r = 0;
    while (r < 3)
        r += 2;
    assert(r == 4);
    while (r++ < 6)
        continue;
    assert(r == 7);
    while (0)
        r = 99;
    while (1) {
        if (r > 9)
            break;
        r++;
        continue;
        r = 50;
    }
    assert(r == 10);
    do
        r++;
    while (r < 5);
    assert(r == 11);
    do {
        r++;
        if (r == 12)
            continue;
        r += 10;
    } while (r < 24);
    assert(r == 34);
    n = 0;
    do {
        n++;
        if (n == 3)
            break;
    } while (n++ < 5);
    assert(n == 3);
    do
        break;
    while (n++);
    assert(n == 3);

    n = 0;
    for (i = 0; i < 4; i++) {
        for (int j = 0; j < 4; j++) {
            if (j == i)
                continue;
            if (j == 3)
                break;
            n++;
        }
        int k = 0;
        while (1) {
            do {
                if (k == 2)
                    break;
                k++;
            } while (1);
            n += 100;
            break;
        }
        if (i == 2)
            continue;
        n += 1000;
    }
    assert(n == 3409);

    // Into the middle of a loop.
    int count = 11, rounds = (count + 3) / 4;
    i = 0;
    switch (count % 4) {
    case 0: do { to[i++] = 1;
    case 3:      to[i++] = 2;
    case 2:      to[i++] = 3;
    case 1:      to[i++] = 4;
            } while (--rounds > 0);
    }
    assert(i == 11 && to[0] == 2 && to[2] == 4 && to[3] == 1 && to[10] == 4 && to[11] == 0 && rounds == 0);
    unsigned char byte = 250;
    for (r = 0; byte; byte++)
        r++;
    assert(r == 6);
    return 0;
}
