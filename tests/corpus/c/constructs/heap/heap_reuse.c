// expect: safe
// What is allocated again in a loop is new each time: zero again, and another object than the one that still exists.
#include <assert.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

int main(void)
{
    struct node *kept = 0;
    for (int i = 1; i <= 3; i++) {
        struct node *n = calloc(1, sizeof *n);
        assert(n->value == 0 && n->next == 0 && n != kept);
        n->value = i;
        n->next = kept;
        if (kept != 0) {
            assert(n->next->value == i - 1 && kept->value == i - 1);
            free(kept);
        }
        kept = n;
        assert(kept->value == i);
    }
    free(kept);
    return 0;
}
