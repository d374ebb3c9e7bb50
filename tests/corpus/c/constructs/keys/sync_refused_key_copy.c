// expect: error unsupported
// A key is copied.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

int main(void)
{
    pthread_key_create(&key, 0);
    pthread_key_t copy = key;
    assert(pthread_getspecific(copy) == 0);
    return 0;
}
