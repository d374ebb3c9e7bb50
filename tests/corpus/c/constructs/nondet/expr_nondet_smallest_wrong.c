// expect: unsafe
// The smallest values of the signed types are possible, and a long one beyond what `int` has.
#include <assert.h>

int main(void)
{
    char c = nondet_char();
    short s = nondet_short();
    int i = nondet_int();
    long l = nondet_long();
    long long w = nondet_longlong();
    assert(c > -128 || s > -32768 || i > -2147483647 - 1 || l > -5000000000 || w < 5000000000);
    return 0;
}
