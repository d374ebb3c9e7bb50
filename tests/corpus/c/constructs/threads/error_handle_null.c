// expect: error unsupported
// A handle is stored nowhere.
#include <assert.h>
#include <pthread.h>
int x;
void *worker(void *unused) { return 0; }
int main(void)
{
    pthread_t *p = 0;
    pthread_create(p, 0, worker, 0);
    return 0;
}
