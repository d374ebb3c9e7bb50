// expect: unsafe
// Every type from 0 to 3 is accepted and every other one is refused; the call always returns.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_mutexattr_t kind;
    pthread_mutexattr_init(&kind);
    int accepted = 0;
    for (int type = -1; type <= 4; type++)
        if (pthread_mutexattr_settype(&kind, type) == 0)
            accepted++;
    assert(accepted != 4);
    return 0;
}
