// expect: safe, flags --granularity statement
// One operand changes what the other one does not read, also by a pointer that never changes: any order will do.
#include <assert.h>

int x, z, a[2];
struct pair {
    int first, second;
} s;

int main(void)
{
    int *p = &x;
    struct pair *q = &s;
    int y = (*p >= 0) + (z >= 0) + __sync_fetch_and_add(&a[1], 1);
    assert(y == 2 && a[1] == 1);
    y = (p[0] >= 0) + (q->first >= 0) + a[0] + __sync_fetch_and_add(&q->second, 1);
    assert(y == 2 && s.second == 1);
    y = s.first + *&z + __sync_fetch_and_add(p, 1);
    assert(y == 0 && x == 1);
    return 0;
}
