// expect: safe
// The type of an object comes from the pointer that it is first given to, if no `sizeof` tells it.
#include <assert.h>
#include <stdlib.h>

struct pair {
    short low;
    int high;
};

struct pair *make(void)
{
    return calloc(1, 8);
}

int take(short *p)
{
    p[3] = 5;
    int sum = p[3] + p[0];
    free(p);
    return sum;
}

int main(void)
{
    struct pair *p = make();
    p->low = 1;
    p->high = 2;
    assert(p->low == 1 && p->high == 2);
    int *q;
    q = calloc(2, 4);
    q[1] = 3;
    assert(q[0] == 0 && q[1] == 3);
    int sum = take(calloc(4, 2));
    assert(sum == 5);
    char *one = calloc(1, 1);
    *one = 'x';
    assert(one[0] == 'x');
    short *later = (short *)(int *)calloc(1, 2);
    *later = 300;
    assert(*later == 300);
    free(later);
    void *nothing = calloc(0, 4);
    free(nothing);
    free(one);
    free(q);
    free(p);
    return 0;
}
