// expect: safe
// What runs during the call obeys locks like any other function.
#include <assert.h>
#include <pthread.h>
void each(void (*)(void));
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;
void add(void) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); }
void *run(void *unused) { each(add); return 0; }
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
