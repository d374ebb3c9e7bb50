// expect: safe
// A list of objects from one call, whose links lead from each to the next.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
} *list;

void push(int value)
{
    struct node *n = calloc(1, sizeof(struct node));
    n->value = value;
    n->next = list;
    list = n;
}

int pop(void)
{
    struct node *n = list;
    int value = n->value;
    list = n->next;
    free(n);
    return value;
}

int main(void)
{
    for (int i = 0; i < 2; i++)
        push(i + 4);
    push(9);
    assert(list->value == 9 && list->next->value == 5 && list->next->next->value == 4);
    assert(list->next->next->next == 0 && list->next != list && list->next != list->next->next);
    list->next->next->value = 6;
    assert(pop() == 9 && pop() == 5 && list->next == 0 && pop() == 6 && list == 0);
    return 0;
}
