// expect: error unsupported
// Parent and child each have their own x, and see different results.
#include <assert.h>
#include <unistd.h>

int x;

int main(void)
{
    if (fork() == 0)
        x = 1;
    assert(x == 0);
    return 0;
}
