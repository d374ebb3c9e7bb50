// expect: error unsupported
// POSIX does not say whether the function has run if it calls `pthread_exit`.
#include <assert.h>
#include <pthread.h>
pthread_once_t once = PTHREAD_ONCE_INIT;
int runs;
void init(void) { runs++; if (runs == 1) pthread_exit(0); }
void *worker(void *unused) { pthread_once(&once, init); return 0; }
int main(void)
{
    pthread_t one, two;
    pthread_create(&one, 0, worker, 0);
    pthread_join(one, 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(two, 0);
    assert(runs == 1);
    return 0;
}
