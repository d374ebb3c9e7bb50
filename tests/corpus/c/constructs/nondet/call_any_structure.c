// expect: error unsupported
// Any value of a structure.
#include <assert.h>

struct pair {
    int first, second;
};
struct pair nondet_pair(void);

int main(void)
{
    struct pair p = nondet_pair();
    assert(p.first == p.second);
    return 0;
}
