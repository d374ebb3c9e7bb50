// expect: unsafe
// A pointer without a first value leads nowhere, whatever it would be assigned later.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *p = malloc(sizeof *p);
    p->value = 4;
    assert(p->value == 4);
    int x = p->next->value;
    p->next = p;
    return x;
}
