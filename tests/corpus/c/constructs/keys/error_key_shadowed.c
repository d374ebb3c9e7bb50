// expect: error unsupported
// A local key has the name of one at file scope.
#include <assert.h>
#include <pthread.h>
pthread_key_t key;
void destroy(void *value) { assert(0); }
int main(void)
{
    pthread_key_t key;
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, (void *)1);
    pthread_exit(0);
}
