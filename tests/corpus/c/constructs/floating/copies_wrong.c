// expect: unsafe
// A `float` has fewer digits than the `double` that it is made from.
#include <assert.h>

static float narrow = 0.1;

int main(void)
{
    assert(narrow == 0.1);
    return 0;
}
