// expect: unknown
// A signal without a handler may end the program.
#include <assert.h>
#include <signal.h>

int main(void)
{
    raise(SIGKILL);
    assert(0);
}
