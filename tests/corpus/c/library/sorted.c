// expect: unknown
// The library calls back a function of the program, how often is approximated.
#include <assert.h>
#include <stdlib.h>

int calls;

int compare(const void *a, const void *b)
{
    calls = calls + 1;
    return *(const int *)a - *(const int *)b;
}

int main(void)
{
    int a[3] = { 3, 1, 2 };
    qsort(a, 3, sizeof a[0], compare);
    assert(a[0] == 3 || calls == 0);
    return 0;
}
