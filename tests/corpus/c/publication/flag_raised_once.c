// expect: safe
// What looks like a lock that is taken is a flag that is raised: nobody holds it.
#include <assert.h>

_Bool raised;
unsigned nondet_uint(void);

int main(void)
{
    unsigned a = nondet_uint(), b = nondet_uint();
    raised = !raised;
    assert(raised == 1 && (a ^ b) == (b ^ a));
}
