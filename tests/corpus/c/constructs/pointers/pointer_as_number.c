// expect: safe
// A pointer survives `void *`, `char *` and numbers that are wide enough, also with a tag in its low bits.
#include <assert.h>
#include <stdint.h>

int x = 1, y = 2;
int a[4] = {5, 6, 7, 8};
void *any;
uintptr_t kept;

int main(void)
{
    int *p = &x;
    any = p;
    assert(*(int *)any == 1 && any == &x && any == (void *)p);
    *(int *)any = 3;
    assert(x == 3);
    kept = (uintptr_t)p | 1;
    assert((kept & 1) == 1 && (kept & 2) == 0);
    p = (int *)(kept & ~(uintptr_t)1);
    assert(p == &x && *p == 3);
    kept = (uintptr_t)&a[2];
    kept += 4;
    assert(*(int *)kept == 8);
    kept -= 3 * sizeof(int);
    assert(*(int *)kept == 5 && (int *)kept == a);
    char *c = (char *)a;
    c += 2 * sizeof(int);
    assert(*(int *)c == 7);
    intptr_t both = (intptr_t)&x ^ (intptr_t)&y;
    assert(*(int *)(both ^ (intptr_t)&x) == 2 && (int *)(both ^ (intptr_t)&y) == &x);
    assert((uintptr_t)&a[3] - (uintptr_t)&a[1] == 8);
    kept = ~(uintptr_t)&y;
    assert(*(int *)~kept == 2);
    kept = (uintptr_t)&y * 2;
    assert(*(int *)(kept / 2) == 2 && *(int *)(kept >> 1) == 2);
    void *v = a;
    v += sizeof(int);
    assert(*(int *)v == 6 && *(int *)(v + 4) == 7 && (int *)v - a == 1 && v - (void *)a == 4);
    assert(&*(int *)0 == 0 && &*p == p && *&p == p && &a[0] == a && &*a == a);

    _Bool set = p, unset = (int *)0;
    assert(set == 1 && unset == 0);
    int *null = 0;
    assert(!null && !!p && (p && 1) && !(null || 0) && null == 0 && p != 0 && null != p);
    assert((null ? 1 : 2) == 2 && (p ? 1 : 2) == 1 && (p ?: &y) == &x && (null ?: &y) == &y);
    if (null)
        assert(0);
    while (p)
        p = null;
    assert(p == 0 && (uintptr_t)p == 0);
    return 0;
}
