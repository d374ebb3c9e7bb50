// expect: safe
// `goto` forwards, backwards, into and out of blocks, loops and branches, and code that only a label leads to.
#include <assert.h>

int g;

int count(int k)
{
    int n = 0;
again:
    n++;
    if (n < k)
        goto again;
    return n;
}

int find(int wanted)
{
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            if (i * j == wanted)
                goto found;
            continue;
        found:
            return 10 * i + j;
        }
    return -1;
}

int main(void)
{
    int n = 0;
    goto inside;
    while (n < 3) {
        n += 10;
    inside:
        n++;
    }
    assert(n == 12);
    {
        goto skip;
        n = 99;
    back:
        n = 77;
        goto end;
    skip:
        n = 1;
    }
    assert(n == 1);
    goto back;
end:
    assert(n == 77);
    if (0) {
    dead:
        n = 5;
        goto over;
    }
    goto dead;
over:
    assert(n == 5);
    if (n == 5)
        goto no;
    else {
    no:
        g = 3;
    }
    assert(g == 3);
    for (;;) {
        for (;;) {
            do {
                if (++g == 6)
                    goto out;
            } while (g);
        }
    }
out:
    assert(g == 6);
    for (n = 0; n < 3; n++) {
        if (n == 1)
            goto next;
        g += 10;
    next:;
    }
    assert(g == 26 && n == 3);
    assert(count(3) + 10 * count(2) == 23 && count(0) == 1 && find(6) == 23 && find(5) == -1 && find(0) == 0);

    // After a label, what was out of reach is not.
    goto label;
    g = 1;
    int x = 4;
    while (g) {
        g = 2;
    }
label:
    x = 8;
    g++;
    assert(x == 8 && g == 27);
    {
        int x = 3;
    first:
        g += x;
        if (g < 40)
            goto first;
        g += x;
    }
    assert(g == 45 && x == 8);
    goto last;
unused:
    g = 0;
last:
    assert(g == 45);
    return 0;
    g = 4;
unused_too:
    assert(0);
}
