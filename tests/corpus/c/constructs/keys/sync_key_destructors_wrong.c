// expect: unsafe
// The same steps; in the end three values have been destroyed.
#include <assert.h>
#include <pthread.h>

pthread_key_t first, second;
int sum, calls;

void add(void *value)
{
    assert(pthread_getspecific(first) == 0);
    sum += (long)value;
    calls++;
}

void add_ten(void *value)
{
    assert(pthread_getspecific(second) == 0);
    sum += 10 * (long)value;
    calls++;
}

void *worker(void *argument)
{
    pthread_setspecific(first, argument);
    pthread_setspecific(second, (void *)2);
    if (argument == 0)
        pthread_exit(0);
    return 0;
}

int main(void)
{
    pthread_t one, two;
    pthread_key_create(&first, add);
    pthread_key_create(&second, add_ten);
    pthread_setspecific(first, (void *)7);
    pthread_create(&one, 0, worker, (void *)1);
    pthread_join(one, 0);
    assert(sum == 21 && calls == 2 && pthread_getspecific(first) != 0);
    pthread_create(&two, 0, worker, 0);
    pthread_join(two, 0);
    assert(sum == 41 && calls != 3);
    return 0;
}
