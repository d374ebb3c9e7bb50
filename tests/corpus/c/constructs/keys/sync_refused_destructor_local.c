// expect: error unsupported
// A key with a destructor is a variable of a function.
#include <assert.h>
#include <pthread.h>

void destroy(void *value)
{
    assert(0);
}

int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
    pthread_exit(0);
}
