// expect: safe
// Each call of a recursive function has its own parameters and variables; what it returns goes to its caller.
#include <assert.h>

int fib(int n)
{
    int before = n;
    int sum = n < 2 ? n : fib(n - 1) + fib(n - 2);
    assert(before == n);
    return sum;
}
unsigned char narrow(signed char c)
{
    if (c == 0)
        return 100;
    return narrow(c - 1) + 100;
}
int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int minus(int a, int b) { return b == 0 ? a : minus(a - 1, b - 1); }
int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
int nested(int n) { return n > 5 ? n - 1 : nested(nested(n + 2)); }

int main(void)
{
    assert(fib(4) == 3);
    assert(narrow(2) == 44);
    assert(even(2) && !even(1) && odd(3));
    assert(minus(5, 2) == 3);
    assert(gcd(12, 18) == 6);
    assert(nested(4) == 5);
    return 0;
}
