// expect: unsafe
// Destructors run when a thread calls exit.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

int done;

__attribute__((destructor)) static void check(void)
{
    assert(done);
}

void *work(void *p)
{
    exit(1);
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    done = 1;
}
