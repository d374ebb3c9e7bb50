// expect: unsafe
// The scope of a name begins before its initialiser (C11 6.2.1).
#include <assert.h>
void *q;
int main(void)
{
    void *q = &q;
    assert(q != &q);
    return 0;
}
