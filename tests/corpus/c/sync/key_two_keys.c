// expect: safe
// Two keys keep two values, also in main.
#include <assert.h>
#include <pthread.h>

pthread_key_t left, right;

void *worker(void *argument)
{
    pthread_setspecific(left, argument);
    pthread_setspecific(right, (void *)3);
    assert((long)pthread_getspecific(left) != (long)pthread_getspecific(right));
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_key_create(&left, 0);
    pthread_key_create(&right, 0);
    pthread_setspecific(left, (void *)4);
    pthread_create(&one, 0, worker, (void *)1);
    pthread_create(&two, 0, worker, (void *)2);
    pthread_join(one, 0);
    pthread_join(two, 0);
    assert((long)pthread_getspecific(left) == 4);
    assert(pthread_getspecific(right) == 0);
    return 0;
}
