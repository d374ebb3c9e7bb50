// expect: safe
// Every worker writes the same constant to s, so s == l holds after the write whoever wrote last.
#include <pthread.h>
#include <assert.h>

int s;

void *worker(void *arg)
{
    int l = 4;
    s = l;
    assert(s == l);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
