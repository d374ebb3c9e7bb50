// expect: unsafe
// Where C leaves the order of evaluation open, operands are evaluated from left to right, and the right side of `op=` first.
#include <assert.h>

int digits(int x, int y, int z) { return x * 100 + y * 10 + z; }

struct pair { int x, y; };

int main(void)
{
    int a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 }, m[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int x = 3, *p = a, i, right = 0;
    struct pair s[2] = { { 1, 2 }, { 3, 4 } };
    right += x + (x = 5) == 8 && x == 5;
    x = 3;
    right += x - x++ == 0 && x == 4;
    x = 3;
    right += x - ++x == -1 && x == 4;
    x = 3;
    right += x - ({ x = 7; 1; }) == 2 && x == 7;
    x = 3;
    right += x * 2 - --x + x == 6 && x == 2;
    x = 3;
    x += x = 5;
    right += x == 10;
    x = 3;
    right += (x *= x++) == 12;
    x = 3;
    right += digits(x, x = 4, x) == 344 && digits(x++, x++, x) == 456;
    x = 3;
    right += __builtin_expect(x, x = 6) == 3 && x == 6;
    right += p[(p = b, 1)] == 2 && p == b;
    i = 0;
    right += m[i][(i = 1) + 1] == 3 && m[i][(i = 0) + 1] == 5;
    i = 0;
    a[i] = i = 2;
    right += a[0] == 2 && a[2] == 3;
    i = 0;
    a[i] += i = 2;
    right += a[2] == 5 && a[0] == 2;
    i = 0;
    m[i][i + 1] = m[i + 1][(i = 1)];
    right += m[0][1] == 5 && m[1][2] == 6;
    i = 0;
    p = a;
    *p = (p = b, 9);
    right += a[0] == 9 && b[0] == 4;
    i = 0;
    s[i] = s[i = 1];
    right += s[0].x == 3 && s[0].y == 4;
    assert(right != 16);
    return 0;
}
