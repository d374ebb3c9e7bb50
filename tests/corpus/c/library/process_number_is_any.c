// expect: unsafe
// The number of the process is any.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    assert(getpid() != 12);
}
