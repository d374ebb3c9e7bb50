// expect: safe
// Hints for the processor and the compiler change nothing.
#include <assert.h>
#include <alloca.h>

int x;

int main(void)
{
    int *p = alloca(sizeof(int) * 2);
    __builtin_prefetch(&x, 0, 3);
    __builtin_ia32_pause();
    p[1] = 3;
    if (__builtin_constant_p(x))
        x++;
    assert(p[1] == 3 && (x == 0 || x == 1));
}
