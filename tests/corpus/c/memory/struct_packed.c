// expect: unsafe
// The attribute removes the gap between the members.
#include <assert.h>

struct packed {
    char a;
    int b;
} __attribute__((packed));

int main(void)
{
    assert(sizeof(struct packed) == 8);
    return 0;
}
