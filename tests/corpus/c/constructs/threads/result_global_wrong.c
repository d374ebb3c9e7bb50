// expect: unsafe
// The result of the second thread goes to a variable that another function reads.
#include <assert.h>
#include <pthread.h>
void *result;
void *worker(void *unused) { return (void *)7; }
void check(void) { assert(result == 0); }
int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    check();
    return 0;
}
