// expect: unsafe
// A handle is stored behind its array.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) { return 0; }
int main(void)
{
    pthread_t threads[2];
    for (int i = 0; i <= 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    return 0;
}
