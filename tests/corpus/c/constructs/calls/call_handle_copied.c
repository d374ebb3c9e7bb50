// expect: safe
// A thread handle is copied to another one, which means the same thread.
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
