// expect: safe
// Members by name, by pointer, inside each other and inside arrays; from a member back to the whole.
#include <assert.h>
#include <stddef.h>

struct inner {
    char tag;
    short size;
};
struct outer {
    char first;
    long number;
    struct inner in;
    struct inner many[3];
    int *link;
    int last;
} a, b, all[2];
#define outer_of(pointer) ((struct outer *)((char *)(pointer) - offsetof(struct outer, many)))

int main(void)
{
    struct outer *p = &a;
    int i = 1;
    p->number = 40;
    p->in.size = 41;
    (*p).many[2].size = 42;
    p->many[i].tag = 43;
    p->last = 44;
    p->link = &p->last;
    assert(a.first == 0 && a.number == 40 && a.in.size == 41 && a.in.tag == 0 && a.last == 44);
    assert(a.many[2].size == 42 && a.many[1].tag == 43 && a.many[1].size == 0 && a.many[0].tag == 0);
    assert(*a.link == 44 && &a.link != 0 && a.link == &a.last);
    p = i ? &b : &a;
    p->number = 50;
    assert(b.number == 50 && a.number == 40);
    *p = a;
    assert(b.number == 40 && b.in.size == 41 && b.many[2].size == 42 && b.many[1].tag == 43 && b.last == 44);
    assert(p->link == &a.last);

    struct inner *q = a.many;
    q += 2;
    assert(q->size == 42 && (--q)->tag == 43 && q - a.many == 1);
    short *s = &p->many[2].size;
    *s = 60;
    assert(b.many[2].size == 60 && a.many[2].size == 42);
    q = b.many;
    assert(outer_of(q) == &b && outer_of(q)->last == 44 && outer_of(a.many)->number == 40);
    all[i].in = b.many[i + 1];
    all[i - 1] = all[i];
    assert(all[1].in.size == 60 && all[0].in.size == 60 && all[0].in.tag == 0);
    p = all + i;
    assert(p->in.size == 60 && p[-1].in.size == 60 && p == &all[1] && p - all == 1);
    p->in.tag = 7;
    assert(all[1].in.tag == 7 && all[0].in.tag == 0);
    assert(offsetof(struct outer, number) == 8 && offsetof(struct outer, many) == 20);
    assert(offsetof(struct outer, in.size) == 18);
    assert((char *)&a.last - (char *)&a == 40 && sizeof(struct outer) == 48);
    return 0;
}
