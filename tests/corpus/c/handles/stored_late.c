// expect: unsafe
// POSIX lets a thread begin before its creator has the handle.
#include <assert.h>
#include <pthread.h>

pthread_t thread;

void *run(void *unused)
{
    assert(pthread_equal(thread, pthread_self()));
    return 0;
}

int main(void)
{
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
