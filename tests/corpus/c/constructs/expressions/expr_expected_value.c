// expect: safe
// `__builtin_expect` gives its first argument as it is, after all conversions of its own.
#include <assert.h>

int g = 300;
unsigned u = 70000;

int twice(int n) { return 2 * n; }

int main(void)
{
    int twice = 4, l = 300, *p = &twice;
    *p += 3;
    assert(twice == 7);
    assert(__builtin_expect((signed char)g, 1) == 44);
    assert(__builtin_expect((signed char)l, 0) == 44);
    assert(__builtin_expect((unsigned short)u, 0) == 4464);
    assert(__builtin_expect(g > 200, 1) == 1);
    assert(__builtin_expect(!!l, 1) == 1);
    return 0;
}
