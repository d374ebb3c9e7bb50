// expect: unsafe
// First soundness example of SymmPA (Sect. 2): worker 1 passes its assertion and sets s to 1, then worker 2 sees s == l == 1.
#include <pthread.h>
#include <assert.h>

int s = 0;

void *worker(void *arg)
{
    int l = 1;
    assert(s != l);
    s = s + 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
