// expect: safe
// Returning from main ends the program; the destructor of a value of main does not run.
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
    return 0;
}
