// expect: safe, flags --unknown-functions any
// What runs later, in any number of threads, obeys locks.
#include <assert.h>
#include <pthread.h>
void on_event(void (*)(void));
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void run(void) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); }
int main(void)
{
    on_event(run);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
}
