// expect: safe
// `bsearch` calls the comparison of the program.
#include <assert.h>
#include <stdlib.h>

static int order(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

int main(void)
{
    int numbers[3] = {1, 4, 9}, wanted = 4, missing = 5;
    assert(bsearch(&wanted, numbers, 3, sizeof numbers[0], order) == &numbers[1]);
    assert(!bsearch(&missing, numbers, 3, sizeof numbers[0], order));
}
