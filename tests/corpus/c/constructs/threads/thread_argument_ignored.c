// expect: safe
// What a thread does not look at may be given to it: a variable of a block that ends, and what no pointer can be.
#include <assert.h>
#include <pthread.h>

int x;

void *worker(void *argument)
{
    (void)argument;
    assert(x == 1);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    x = 1;
    for (int i = 0; i < 1; i++) {
        int inner = i;
        pthread_create(&one, 0, worker, &inner);
    }
    pthread_create(&two, 0, worker, (void *)pthread_self());
    pthread_exit(0);
}
