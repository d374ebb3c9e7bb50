// expect: safe
// One function called with pointers to different things works on each of them, and on its own copy of the pointer.
#include <assert.h>
#include <stdlib.h>

struct pair {
    int first, second;
} shared = {1, 2};
int a[3] = {10, 20, 30};
static int hidden = 5;

int add(int *to, int by)
{
    *to += by;
    return *to;
}
int walk(int *p, int n)
{
    int sum = 0;
    while (n-- > 0)
        sum += *p++;
    return sum;
}
void point(int **where, int *to) { *where = to; }
int *larger(int *p, int *q) { return *p > *q ? p : q; }
void both(struct pair *p, int n)
{
    int *inside = &n;
    add(inside, 1);
    p->first = n;
    p->second = *inside + 1;
}
int *counter(void)
{
    static int count = 40;
    return &count;
}

int main(void)
{
    int own = 100, i = 2, *p = &own;
    struct pair local = {3, 4}, *heap = calloc(1, sizeof *heap);
    assert(add(&own, 1) == 101 && add(&hidden, 1) == 6 && add(&a[i], 1) == 31 && add(a, 1) == 11);
    assert(add(&shared.second, 5) == 7 && add(&local.first, 5) == 8 && add(&heap->second, 5) == 5 && add(p, 1) == 102);
    assert(own == 102 && hidden == 6 && a[0] == 11 && a[1] == 20 && a[2] == 31 && shared.first == 1);
    assert(local.second == 4 && heap->first == 0 && heap->second == 5);
    assert(walk(a, 3) == 62 && walk(a + 1, 2) == 51 && walk(&own, 1) == 102 && walk(&local.first, 0) == 0);
    assert(p == &own);
    point(&p, &a[1]);
    assert(*p == 20);
    point(&p, larger(p, &a[i]));
    assert(p == &a[2] && larger(&hidden, &own) == &own && *larger(a, &hidden) == 11);
    *larger(a, p) = 1;
    assert(a[2] == 1 && a[0] == 11);
    both(&shared, 5);
    both(&local, i);
    both(heap, 9);
    assert(shared.first == 6 && shared.second == 7 && local.first == 3 && local.second == 4 && i == 2);
    assert(heap->first == 10 && heap->second == 11);
    ++*counter();
    *counter() += 2;
    assert(*counter() == 43 && counter() == counter());
    free(heap);
    return 0;
}
