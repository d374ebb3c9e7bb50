// expect: safe
// Destructors do not run when the program is ended by abort or _exit.
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((destructor)) static void check(void)
{
    assert(0);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        abort();
    _exit(0);
}
