// expect: error unsupported
// A recursive function is called inside an atomic section.
#include <assert.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int descend(int depth)
{
    return depth == 0 ? 0 : descend(depth - 1);
}

int main(void)
{
    __VERIFIER_atomic_begin();
    assert(descend(2) == 0);
    __VERIFIER_atomic_end();
    return 0;
}
