// expect: unsafe
// A `float` has no room for every `int`.
#include <assert.h>

static int number = 16777217;

int main(void)
{
    float narrow = number;
    assert(narrow == 16777217.0);
    return 0;
}
