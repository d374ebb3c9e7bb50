// expect: error unsupported
// After main has called pthread_exit, destructors run when the last thread ends.
#include <assert.h>
#include <pthread.h>

__attribute__((destructor)) static void check(void)
{
    assert(0);
}

int main(void)
{
    pthread_exit(0);
}
