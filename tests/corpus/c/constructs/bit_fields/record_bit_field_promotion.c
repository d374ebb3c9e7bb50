// expect: safe
// A bit-field that fits into `int` is one whatever its declared type, one of all bits has that type.
#include <assert.h>

struct bits { unsigned a : 31; unsigned b : 32; int c : 32; long : 0; unsigned long d : 31; long : 0; long e : 32; };
struct wide { unsigned long f : 64; long g : 64; unsigned long h : 31; long : 0; _Bool i : 1; };

struct bits s = { -1, -1, 2147483647, -1, 2147483647 };
struct wide t = { -1, -1, -1 };

int main(void)
{
    struct bits l = s;
    assert(s.a == 2147483647 && s.a + 1 < 0 && -s.a < 0 && ~s.a < 0 && (s.a > -1) == 1 && sizeof(s.a + s.a) == 4);
    assert(s.b == 4294967295 && s.b + 1 == 0 && -s.b == 1 && ~s.b == 0 && (s.b > -2) == 1 && s.b / 2 == 2147483647);
    assert(s.c == 2147483647 && s.c + 1 < 0 && s.c + s.b == 2147483646);
    assert(s.d == 2147483647 && s.d + 1 < 0 && -s.d < 0 && ~s.d < 0 && s.d * 2 == -2 && (s.d << 1) == -2);
    assert(s.e == 2147483647 && s.e + 1 < 0 && s.e + 1L > 0 && -s.e - 2 > 0);
    assert(l.a + 1 < 0 && l.b + 1 == 0 && l.c + 1 < 0 && l.d + 1 < 0 && l.e + 1 < 0 && (1 ? l.d : l.e) + 1 < 0);
    s.d = l.e = s.a = 5;
    assert(s.d - 6 < 0 && l.e - 6 < 0 && s.a - 6 < 0 && s.b - 6 > 0 && s.d - 6 == -1 && (s.d ? -1 : s.d) < 0);
    assert(t.f == 18446744073709551615ul && t.f + 1 == 0 && t.f / 2 == 9223372036854775807 && t.g == -1 && t.g / 2 == 0);
    assert(t.h - 2147483648 == -1 && t.h + 1 < 0 && -t.i == 0);
    t.g = -4294967296;
    assert((_Bool)t.g && t.g / 2 == -2147483648 && (t.g ? 1 : 2) == 1 && !t.g == 0);
    return 0;
}
