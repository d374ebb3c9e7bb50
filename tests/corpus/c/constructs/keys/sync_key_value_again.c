// expect: unknown
// The destructor stores a value again and would be called again, which is not known here.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int calls;

void destroy(void *value)
{
    if (++calls < 2)
        pthread_setspecific(key, value);
}

int main(void)
{
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &key);
    pthread_exit(0);
}
