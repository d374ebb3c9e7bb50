// expect: unsafe
// pthread_exit ends only the thread of main, and the destructor of its value runs.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

void destroy(void *value)
{
    assert(0);
}

int main(void)
{
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
    pthread_exit(0);
}
