// expect: unsafe, property race
// The creator may store the handle while the thread reads it.
#include <pthread.h>

pthread_t thread;
int same;

void *run(void *unused)
{
    same = pthread_equal(thread, pthread_self());
    return 0;
}

int main(void)
{
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
