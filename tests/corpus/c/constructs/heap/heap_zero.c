// expect: safe
// Memory from calloc is zero and an array of the type that the size or the pointer tells.
#include <assert.h>
#include <stdlib.h>

struct pair {
    char tag;
    long number;
};

int main(void)
{
    int i = 2;
    int *a = calloc(3, sizeof(int));
    assert(a[0] == 0 && a[1] == 0 && a[i] == 0);
    a[i] = 4;
    *a = 5;
    assert(*(a + 2) == 4 && a[0] == 5 && a[i - 1] == 0);
    long *b = (long *)calloc(sizeof *b, 2);
    b[1] = 7;
    assert(b[0] == 0 && b[i - 1] == 7);
    struct pair *c = calloc(2 * sizeof(struct pair), 1);
    c[1].number = 8;
    assert(c->tag == 0 && c->number == 0 && c[i - 1].number == 8 && (c + 1)->tag == 0);
    short *d = calloc(1, 6);
    d[2] = 9;
    assert(d[0] == 0 && d[i] == 9);
    void *e = calloc(1, sizeof(struct pair));
    ((struct pair *)e)->tag = 1;
    struct pair *same = e;
    assert(same->tag == 1 && same->number == 0 && same == e);
    assert((void *)a != b && (void *)b != c && (void *)c != d && d != e && a != 0);
    a += i;
    a -= i;
    free(a);
    b = i ? b : 0;
    free(b);
    free(c);
    free(d);
    free(e);
    free(NULL);
    return 0;
}
