// expect: unsafe
// The result of the second thread goes to a variable whose address is passed on.
#include <assert.h>
#include <pthread.h>
void *worker(void *unused) { return (void *)7; }
void check(void **p) { assert(*p == 0); }
int main(void)
{
    pthread_t thread;
    void *result = 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, &result);
    check(&result);
    return 0;
}
