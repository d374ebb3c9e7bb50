// expect: safe
// `op=`, `++` and `--` on `_Atomic` variables, shared and local: values before and after, cut to the variable's type.
#include <assert.h>

_Atomic int i = 5;
_Atomic unsigned char byte = 250;
_Atomic signed char sign = 127;
_Atomic _Bool flag;
_Atomic(long) wide = -1;
int a[4] = { 1, 2, 3, 4 };
int *_Atomic p = a;
struct { _Atomic short s; int plain; } t = { 32767, 3 };
_Atomic int list[3] = { 1, 2, 3 };

int main(void)
{
    _Atomic int l = 7;
    _Atomic unsigned short h = 0;
    int k = 1, r;
    assert(i++ == 5 && i == 6 && ++i == 7 && i-- == 7 && --i == 5 && (i += 3) == 8 && (i -= 10) == -2 && (i *= 3) == -6);
    assert((i /= 4) == -1 && (i = 23) == 23 && (i %= 5) == 3 && (i <<= 2) == 12 && (i >>= 1) == 6 && (i &= 3) == 2);
    assert((i |= 5) == 7 && (i ^= 2) == 5 && i == 5 && -i == -5 && i + i == 10);
    assert((byte += 10) == 4 && byte-- == 4 && (byte -= 5) == 254 && ++byte == 255 && byte++ == 255 && byte == 0);
    assert(sign++ == 127 && sign == -128 && --sign == 127 && (sign += 2) == -127 && (sign = 200) == -56);
    assert(flag++ == 0 && flag == 1 && ++flag == 1 && flag-- == 1 && flag-- == 0 && flag == 1);
    assert((flag += 4) == 1 && (flag &= 2) == 0 && (flag |= 8) == 1 && (flag ^= 3) == 1 && (flag = 0) == 0);
    assert((wide += 2u) == 1 && (wide -= 5000000000) == -4999999999 && (wide >>= 1) == -2500000000);
    assert(l++ == 7 && --l == 7 && (l += k) == 8 && h-- == 0 && h == 65535 && (h <<= 4) == 65520 && (h = -1) == 65535);
    assert(*p++ == 1 && *p == 2 && *++p == 3 && *p-- == 3 && (p += 2) == &a[3] && (p -= 3) == a && p++ == a && --p == a);
    assert(t.s++ == 32767 && t.s == -32768 && (t.s -= 1) == 32767 && t.plain == 3 && ++t.plain == 4);
    assert(list[k]++ == 2 && list[1] == 3 && (list[k + 1] *= 2) == 6 && --list[0] == 0 && list[k++]-- == 3 && k == 2);
    i++;
    --byte;
    p += 1;
    list[k] -= 4;
    r = i *= 2;
    assert(r == 12 && i == 12 && byte == 255 && *p == 2 && list[2] == 2 && list[1] == 2);
    return 0;
}
