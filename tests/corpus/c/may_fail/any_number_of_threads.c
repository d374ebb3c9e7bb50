// expect: safe, flags --may-fail pthread_create
// Any number of threads, each of which may not be there.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x = 1;
    assert(x == 1);
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) { pthread_t t; while (!pthread_create(&t, 0, run, 0)); }
