// expect: error unsupported
// A local pointer has the name of a function that could be the destructor.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
void destroy(void *value) { }
void other(void *value) { assert(0); }
int main(void)
{
    void (*destroy)(void *) = other;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, (void *)1);
    pthread_exit(0);
}
