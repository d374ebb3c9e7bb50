// expect: unknown
// A key that is made a second time would be empty again in all threads, which is not known here.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;

int main(void)
{
    for (int i = 0; i < 2; i++) {
        pthread_key_create(&key, 0);
        pthread_setspecific(key, &key);
        pthread_key_delete(key);
    }
    return 0;
}
