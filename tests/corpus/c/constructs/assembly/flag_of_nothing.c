// expect: unknown
// A flag that nothing before has set is any.
#include <assert.h>

int main(void)
{
    unsigned char c = 2;
    __asm__ volatile("sete %0" : "+q"(c));
    assert(c == 2);
}
