// expect: error unsupported
// A recursive function takes a structure.
#include <assert.h>

struct pair {
    int first, second;
};

int sum(struct pair p) { return p.first == 0 ? p.second : sum((struct pair){p.first - 1, p.second + 1}); }

int main(void)
{
    assert(sum((struct pair){2, 3}) == 5);
    return 0;
}
