// expect: error unsupported
// A recursive function returns a structure.
#include <assert.h>

struct pair {
    int first, second;
};

struct pair make(int n)
{
    struct pair p = {n, 0};
    if (n > 0) {
        p = make(n - 1);
        p.second++;
    }
    return p;
}

int main(void)
{
    assert(make(2).second == 2);
    return 0;
}
