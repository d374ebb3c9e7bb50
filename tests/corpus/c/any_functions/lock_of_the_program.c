// expect: safe, flags --unknown-functions any
// That it leaves alone a lock that it could name is assumed, and stands in the first line.
#include <assert.h>
#include <pthread.h>
int foo(int);
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *run(void *unused) { pthread_mutex_lock(&m); x = 1; foo(x); x = 0; pthread_mutex_unlock(&m); return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
}
