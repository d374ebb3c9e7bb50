// expect: unsafe
// The last member has as many elements as were allocated.
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
    assert(l->items[l->length - 1] == 0);
    return 0;
}
