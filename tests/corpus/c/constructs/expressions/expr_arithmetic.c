// expect: safe
// Every operator between two operands, on local operands, on shared ones and on one of each.
#include <assert.h>

int a = 13, b = 5, c = -13;
unsigned u = 13, v = 4294967283;

int main(void)
{
    int x = 13, y = 5, z = -13;
    unsigned m = 13, n = 4294967283;
    assert(x * y == 65 && x / y == 2 && x % y == 3 && x + y == 18 && x - y == 8 && y - x == -8);
    assert(a * b == 65 && a / b == 2 && a % b == 3 && a + b == 18 && a - b == 8 && b - a == -8);
    assert(x << y == 416 && x >> 2 == 3 && (x & y) == 5 && (x | y) == 13 && (x ^ y) == 8);
    assert(a << b == 416 && a >> 2 == 3 && (a & b) == 5 && (a | b) == 13 && (a ^ b) == 8);
    assert(x / b == 2 && a % y == 3 && a - y == 8 && y - a == -8 && a << y == 416 && (x ^ b) == 8);

    // Towards zero, and with the sign of the dividend.
    assert(z / y == -2 && z % y == -3 && x / -y == -2 && x % -y == 3 && z / -y == 2 && z % -y == -3);
    assert(c / b == -2 && c % b == -3 && a / -b == -2 && a % -b == 3 && c / -b == 2 && c % -b == -3);
    assert(n / y == 858993456 && n % y == 3 && v / b == 858993456 && v % b == 3);
    assert(z >> 2 == -4 && c >> 2 == -4 && n >> 2 == 1073741820 && v >> 2 == 1073741820);

    assert(y < x && !(x < y) && !(x < 13) && x <= 13 && y <= x && !(x <= y));
    assert(x > y && !(y > x) && !(x > 13) && x >= 13 && x >= y && !(y >= x));
    assert(b < a && !(a < b) && !(a < 13) && a <= 13 && b <= a && !(a <= b));
    assert(a > b && !(b > a) && !(a > 13) && a >= 13 && a >= b && !(b >= a));
    assert(x == 13 && !(x == y) && x != y && !(x != 13) && a == 13 && !(a == b) && a != b && !(a != 13));
    assert(z < y && n > m && c < b && v > u && z == n && c == v && z + 13 == 0 && n + 13 == 0);

    // From left to right, and by precedence.
    assert(x - y - 3 == 5 && x / y * 4 == 8 && x % 7 * 2 == 12 && x * 7 % 4 == 3 && x - y + 3 == 11);
    assert(2 << 3 >> 1 == 8 && 256 >> 3 << 1 == 64 && x + y * 2 == 23 && (x + y) * 2 == 36 && x - y * 2 == 3);
    assert((x > y > 1) == 0 && (3 > a > -1) == 1 && (x == 13 == 1) == 1 && (a != 13 == 0) == 1);
    assert((12 & 10 | 1) == 9 && (1 | 12 & 10) == 9 && (6 ^ 3 | 8) == 13 && (7 & 3 ^ 5) == 6 && (1 + 1 << 2) == 8);
    assert((b & 4) == 4 && (x & y == 5) == 1 && (8 | x > 20) == 8 && (4 << 1 > 7) == 1);

    assert(-x == -13 && -z == 13 && ~x == -14 && ~z == 12 && !x == 0 && !(x - 13) == 1 && +z == -13);
    assert(-a == -13 && -c == 13 && ~a == -14 && ~c == 12 && !a == 0 && !(a - 13) == 1 && +c == -13);
    assert(-m == n && ~m == 4294967282 && -u == v && ~u == 4294967282 && - -x == 13 && ~~a == 13 && !!a == 1);
    return 0;
}
