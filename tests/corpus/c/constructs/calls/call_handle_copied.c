// expect: error unsupported
// A thread handle is copied to another one, so that it is not clear any more which thread a join means.
#include <pthread.h>

int x;

void *worker(void *unused)
{
    x = 1;
    return 0;
}

int main(void)
{
    pthread_t t, u;
    pthread_create(&t, 0, worker, 0);
    u = t;
    pthread_join(u, 0);
    return 0;
}
