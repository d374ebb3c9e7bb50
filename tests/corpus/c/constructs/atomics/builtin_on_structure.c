// expect: error unsupported
// A whole structure is read atomically.
#include <assert.h>

struct pair {
    int first, second;
} p = {1, 2}, q;

int main(void)
{
    __atomic_load(&p, &q, 5);
    assert(q.first == 1 && q.second == 2);
    return 0;
}
