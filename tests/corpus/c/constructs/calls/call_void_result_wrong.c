// expect: unsafe
// A function without a result is called through a pointer to functions with one, which is as if it was none.
#include <assert.h>

int x;
int give(int n) { return n; }
void take(int n) { x = n; }
int (*f)(int) = give;

int main(void)
{
    void (*g)(int) = take;
    g(2);
    assert(x == 2 && f(3) == 3);
    f = (int (*)(int))take;
    f(5);
    return x;
}
