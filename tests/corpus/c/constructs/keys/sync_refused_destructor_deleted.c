// expect: error unsupported
// A key with a destructor is deleted, after which the destructor does not run.
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
    pthread_key_delete(key);
    pthread_exit(0);
}
