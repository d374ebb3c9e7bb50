// expect: unsafe
// The list is walked through a node that was freed.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
} *list;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        struct node *n = calloc(1, sizeof(struct node));
        n->value = i;
        n->next = list;
        list = n;
    }
    assert(list->value == 1 && list->next->value == 0);
    struct node *first = list;
    while (list != 0) {
        free(list);
        list = list->next;
    }
    return first == 0;
}
