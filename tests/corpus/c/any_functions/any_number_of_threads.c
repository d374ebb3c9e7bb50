// expect: safe, flags --unknown-functions any
// Any number of threads call it.
#include <assert.h>
#include <pthread.h>
int foo(int);
int seen;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    x = foo(x);
    seen = x;
    x = 0;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void)
{
    pthread_t t;
    for (;;) {
        pthread_create(&t, 0, run, 0);
        pthread_mutex_lock(&m);
        assert(x == 0);
        pthread_mutex_unlock(&m);
    }
}
