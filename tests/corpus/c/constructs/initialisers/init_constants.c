// expect: safe
// Constant expressions: first values of shared and static variables, sizes of arrays, widths of bit-fields.
#include <assert.h>
#include <stddef.h>

struct pair { char a; int b[3]; struct { short c, d; } e; };

int a = sizeof(int) * 3, b = (char)300, c = 5 / 2, d = -7 / 2, e = 1 ? 2 : 3, f = 3 > 2, g = !5, h = ~5, i = -1u > 0;
int j = 1 << 4 | 1, k = (unsigned char)-1, l = 5 && 0, m = 0 || 7, n = -7 % 3, o = 2 ?: 3, p = 0 ? 2 : 3, q = +'a' - 1;
int r = 0 && 1 / 0, s = 1 || 1 / 0, t = -1 < 0u, u = -1 < 0, v = 6 ^ 3, w = 6 & 3, x = 256 >> 4, y = 3 <= 3, z = 3 >= 4;
int equal = 3 == 3, unequal = 3 != 3, less = 2 < 3, minus = 5 - 7, times = 5 * -3, both = 5 && 6, either = 0 || 0, not = !0;
long wide = -1, unsigned_one = -1u, high = 0x80000000, chosen = 1 ? -1 : 1u, shifted = 1L << 40, low = (int)5000000000;
unsigned long largest = -1, byte = (signed char)200;
unsigned large = -1;
_Bool yes = 5, no = 0, set = &a, half = (_Bool)256;
short cut = 70000;
int numbers[3 * 2 - 1], *second = &numbers[1] + 1, *same = numbers + 2, *none = 0, *last = &*numbers + 4, *back = &numbers[3] - 1;
struct pair both_of[2] = { { 1 } };
int *inner = &both_of[1].b[2], *cast = (int *)((char *)both_of + 4);
size_t offset = offsetof(struct pair, e.d), element = offsetof(struct pair, b[2]), size = sizeof both_of / sizeof both_of[0];
unsigned long by_null = (unsigned long)&((struct pair *)0)->b[1], of_member = (unsigned long)&((struct pair *)0)->e.d;
unsigned long by_pointer = (unsigned long)&(*(struct pair *)0).e, text = sizeof "abc" + sizeof (int[4]){ 1 };
struct { unsigned narrow : sizeof(int) - 1; int broad : 2 * 4; } bits = { 15, 255 };

int statics(void)
{
    static int own = 2 * 3 + 1, *to = &own, list[] = { [1 + 1] = 4, 'c' - 'a' }, of_size = sizeof list;
    own++;
    return *to * 1000 + list[2] * 100 + list[3] * 10 + of_size / 4;
}

int main(void)
{
    assert(a == 12 && b == 44 && c == 2 && d == -3 && e == 2 && f == 1 && g == 0 && h == -6 && i == 1 && j == 17);
    assert(k == 255 && l == 0 && m == 1 && n == -1 && o == 2 && p == 3 && q == 96 && r == 0 && s == 1 && t == 0);
    assert(u == 1 && v == 5 && w == 2 && x == 16 && y == 1 && z == 0 && equal == 1 && unequal == 0 && less == 1);
    assert(minus == -2 && times == -15 && both == 1 && either == 0 && not == 1 && wide == -1 && unsigned_one == 4294967295);
    assert(high == 2147483648 && chosen == 4294967295 && shifted == 1099511627776 && low == 705032704 && large == 4294967295);
    assert(largest == 18446744073709551615ul && byte == 18446744073709551560ul && yes == 1 && !no && set && half && cut == 4464);
    assert(sizeof numbers == 20 && second == &numbers[2] && same == second && !none && last == &numbers[4] && back == same);
    assert(inner == &both_of[1].b[2] && cast == both_of[0].b && offset == 18 && element == 12 && size == 2);
    assert(by_null == 8 && of_member == 18 && by_pointer == 16 && text == 20 && bits.narrow == 7 && bits.broad == -1);
    assert(statics() == 8424 && statics() == 9424);
    return 0;
}
