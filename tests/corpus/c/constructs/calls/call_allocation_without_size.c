// expect: error arity
// The call of a library function has no argument.
#include <assert.h>

void *malloc();

int main(void)
{
    void *p = malloc();
    assert(p != 0);
    return 0;
}
