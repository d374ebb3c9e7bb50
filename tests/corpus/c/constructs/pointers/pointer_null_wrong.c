// expect: unsafe
// A null pointer to a structure leads nowhere, also to a member that does not lie at its beginning.
#include <assert.h>

struct pair {
    int first, second;
} one = {1, 2};
struct pair *found = &one;

int main(void)
{
    assert(found->second == 2);
    found = 0;
    return found->second;
}
