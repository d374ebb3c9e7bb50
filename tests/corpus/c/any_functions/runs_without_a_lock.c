// expect: unsafe, flags --unknown-functions any
// As runs_under_a_lock.c, without the lock.
#include <assert.h>
#include <pthread.h>
void on_event(void (*)(void));
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void run(void) { x = 1; x = 0; }
int main(void)
{
    on_event(run);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
}
