// expect: unknown
// Other instructions give a variable in memory any value, which may be more than they do.
#include <assert.h>

int x;

int main(void)
{
    __asm__ volatile("roll $1, %0" : "+m"(x));
    assert(x == 0);
    return 0;
}
