// expect: safe
// What a worker stores under the key is its own: nobody else changes it, and it starts as 0.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_key_t key;

void *worker(void *unused)
{
    assert(pthread_getspecific(key) == 0);
    long mine = __VERIFIER_nondet_int();
    pthread_setspecific(key, (void *)mine);
    assert((long)pthread_getspecific(key) == mine);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, 0);
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
