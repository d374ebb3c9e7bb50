// expect: unsafe
// A function is called through a pointer to functions with other parameters, which is as if it was none.
#include <assert.h>

int one(int a) { return a; }
int two(int a, int b) { return a + b; }
int (*f)(int, int) = two;

int main(void)
{
    assert(f(1, 2) == 3);
    f = (int (*)(int, int))one;
    return f(1, 2);
}
