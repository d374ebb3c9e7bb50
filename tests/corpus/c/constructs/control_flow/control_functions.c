// expect: safe
// Functions: arguments and results are converted and by value, and `return` leaves from anywhere.
#include <assert.h>

int g = 300, calls;

char to_char(int v) { return v; }
unsigned char to_byte(int v) { return v; }
_Bool to_bool(int v) { return v; }
short to_short(long v) { return v; }
long from_unsigned(unsigned v) { return v; }
long from_char(signed char v) { return v; }
unsigned large(void) { return -1; }
int digits(char c, unsigned char d, _Bool b, short s) { return c * 1000000 + d * 1000 + b * 100 + s; }
void nothing(void) { return; }
void add(int v) { calls += v; }
void more(void) { if (calls > 100) return; add(1000); }
void value_of_void(void) { return nothing(); }
int early(int k)
{
    if (k < 0)
        return -1;
    for (;;) {
        switch (k) {
        case 3:
            return 33;
        }
        if (k-- == 0)
            return 5;
    }
}
int change(int a) { a = a * 2; a++; return a; }
int minus(int a, int b) { return a - b; }
int swapped(int a, int b) { return minus(b, a); }
int nested(int a) { return minus(change(a), minus(a, 1)); }
void put(int *p, int v) { *p = v; p = 0; }
int first(int a[3], int n) { a[1] = 9; a += n; return a[0]; }
int step(void) { return ++calls; }
int sum(int n) { int s = 0; while (n) s += n--; return s; }
static inline int twice(const int n) { return n + n; }
int block(int k) { { int k = 4; { if (k) return k; } } return k; }
int implied(int v) { return minus(v, to_byte(v)); }

int main(void)
{
    int l = 300;
    assert(to_char(300) == 44 && to_char(200) == -56 && to_byte(-1) == 255 && to_bool(2) == 1 && to_bool(256) == 1);
    assert(to_char(l) == 44 && to_char(l - 100) == -56 && to_byte(l - 301) == 255 && to_bool(l) == 1 && to_bool(g & 1) == 0);
    assert(to_short(70000) == 4464 && to_short(g * 1000) == -27680 && from_unsigned(-1) == 4294967295 && large() > 0);
    assert(from_unsigned(l - 301) == 4294967295 && from_char(200) == -56 && from_char(g) == 44 && implied(g) == 256);
    assert(digits(257, 257, 5, 65537) == 1001101 && digits(l - 43, l + 213, l, l) == 1001400);

    nothing();
    (nothing());
    value_of_void();
    add(3);
    more();
    more();
    assert(calls == 1003);
    assert(early(-4) == -1 && early(2) == 5 && early(7) == 33 && early(3) == 33);
    assert(change(l) == 601 && l == 300 && change(change(1)) == 7 && nested(3) == 5 && minus(minus(9, 2), 3) == 4);
    assert(minus(9, minus(2, 3)) == 10 && swapped(2, 9) == 7 && swapped(l, g) == 0 && minus(l, 1) == 299);
    put(&l, 6);
    put(&g, 7);
    assert(l == 6 && g == 7);
    int a[3] = { 1, 2, 3 };
    assert(first(a, 2) == 3 && a[1] == 9 && sum(4) == 10 && sum(0) == 0 && twice(l) == 12 && twice(21) == 42);
    calls = 0;
    step();
    step() + step();
    assert(calls == 3 && step() == 4 && block(9) == 4);
    for (int i = 0; i < 3; i++)
        assert(sum(i) == i * (i + 1) / 2 && change(i) == 2 * i + 1);
    if (early(g))
        l = minus(l, step()) * change(minus(3, 1));
    assert(l == 5);
    return change(0) - 1;
}
