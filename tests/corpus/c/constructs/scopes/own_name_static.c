// expect: safe
// So it is with a static variable.
#include <assert.h>

struct node { struct node *next; int v; } n = { 0, 4 };

int main(void)
{
    static struct node n = { &n, 3 };
    assert(n.next->v == 3);
    return 0;
}
