// expect: safe
// The scope of a name begins before its initialiser (C11 6.2.1).
#include <assert.h>

int *p;

int main(void)
{
    void *p = &p;
    assert(p == (void *)&p);
    return 0;
}
