// expect: error unsupported
// The destructor of a key is a function of the library.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

pthread_key_t key;

int main(void)
{
    pthread_key_create(&key, free);
    pthread_setspecific(key, malloc(4));
    pthread_exit(0);
}
