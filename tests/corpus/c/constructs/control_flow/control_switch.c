// expect: safe
// `switch`: ranges, falling through, `default` anywhere or nowhere, declarations, nested ones, loops around and inside.
#include <assert.h>

int n, g;

int kind(int k)
{
    int r = 0;
    switch (k) {
    case 0:
        r = 1;
        break;
    case 2 ... 4:
        r = 2;
    case 5:
        r += 10;
        break;
    default:
        r = 50;
    case -1:
        r++;
        break;
    case 7:
    case 8:
        r = 3;
    }
    return r;
}

int jump(int k)
{
    int r = 0;
    switch (k) {
    there: case 3:
        r += 1;
        break;
    case 1: case 2: here: default:
        r += 2;
        if (k == 2) {
            k = 9;
            goto there;
        }
        if (k == 5) {
            k = 6;
            goto here;
        }
    }
    return r * 10 + k;
}

int main(void)
{
    assert(kind(0) == 1 && kind(2) == 12 && kind(3) == 12 && kind(4) == 12 && kind(5) == 10 && kind(-1) == 1);
    assert(kind(7) == 3 && kind(8) == 3 && kind(1) == 51 && kind(6) == 51 && kind(9) == 51 && kind(-2) == 51);
    assert(jump(3) == 13 && jump(1) == 21 && jump(2) == 39 && jump(5) == 46 && jump(7) == 27);
    for (g = 0; g < 10; g++) {
        switch (g) {
        case 0: continue;
        case 1 ... 3: n += 1; break;
        case 8: goto out;
        case 5: n += 10;
        case 6: n += 100;
        }
        n += 1000;
    }
out:
    assert(g == 8 && n == 7213);
    switch (g++) { case 8: n = g; }
    assert(n == 9 && g == 9);
    switch (n) {
        int q;
    case 9:
        q = 5;
        n = q + 1;
    }
    assert(n == 6);
    switch (3) default: n = 1;
    switch (n) { }
    switch (n) n = 3;
    switch (n) { case 2: n = 4; }
    assert(n == 1);
    switch (g) case 9: if (n) case 1: n++;
    assert(n == 2);

    switch (g) {
    case 9:
        switch (n) {
        case 2: n = 1; break;
        case 9: n = 5; break;
        default: n = 2;
        }
        n += 10;
        break;
    case 1:
        n = 9;
    }
    assert(n == 11);
    switch (g) {
    case 1:
        for (;;) {
    case 9:
            n++;
            if (n < 15)
                continue;
            break;
        }
        n += 100;
    }
    assert(n == 115);
    switch (n - 115) { case 5 ... 3: n = 1; break; case 0: n = 2; }
    assert(n == 2);
    while (1) {
        switch (n) { case 2: n = 3; break; default: n = 4; }
        if (n == 4)
            break;
    }
    assert(n == 4);
    return 0;
}
