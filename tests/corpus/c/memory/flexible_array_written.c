// expect: safe
// The last member has as many elements as were allocated, and one is what was written.
#include <assert.h>
#include <stdlib.h>

struct list {
    int length;
    int items[];
};

int main(void)
{
    struct list *l = malloc(sizeof *l + 2 * sizeof(int));
    if (!l)
        return 0;
    l->length = 2;
    l->items[1] = 1;
    assert(l->items[l->length - 1] == 1);
    return 0;
}
