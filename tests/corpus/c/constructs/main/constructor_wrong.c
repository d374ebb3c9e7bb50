// expect: unsafe
// A constructor runs although nobody calls it.
#include <assert.h>

int x;

__attribute__((constructor)) static void init(void)
{
    x = 1;
}

int main(void)
{
    assert(x == 0);
}
