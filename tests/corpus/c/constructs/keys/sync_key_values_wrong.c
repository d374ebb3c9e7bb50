// expect: unsafe
// The same calls in the same order; deleting a key succeeds.
#include <assert.h>
#include <pthread.h>

pthread_key_t keys[2], single;

void *worker(void *unused)
{
    assert(pthread_getspecific(keys[0]) == 0 && pthread_getspecific(single) == 0);
    assert(pthread_setspecific(keys[0], (void *)5) == 0);
    assert((long)pthread_getspecific(keys[0]) == 5);
    return 0;
}

int main(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++)
        assert(pthread_key_create(&keys[i], 0) == 0);
    assert(pthread_key_create(&single, 0) == 0 && pthread_getspecific(keys[1]) == 0);
    assert(pthread_setspecific(keys[0], (void *)3) == 0 && pthread_setspecific(keys[1], &single) == 0);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert((long)pthread_getspecific(keys[0]) == 3 && pthread_getspecific(single) == 0);
    assert(pthread_getspecific(keys[1]) == &single);
    assert(pthread_setspecific(keys[1], 0) == 0 && pthread_getspecific(keys[1]) == 0);
    assert(pthread_key_delete(single) != 0);
    return 0;
}
