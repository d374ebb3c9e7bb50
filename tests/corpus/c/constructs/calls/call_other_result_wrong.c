// expect: unsafe
// A function is called through a pointer to functions with another result, which is as if it was none.
#include <assert.h>

long wide(int a) { return a; }
int narrow(int a) { return a + 1; }
int (*f)(int) = narrow;

int main(void)
{
    assert(f(1) == 2);
    f = (int (*)(int))wide;
    return f(1);
}
