// expect: error unsupported
// A key that is made with a destructor in one place and without one in another.
#include <assert.h>
#include <pthread.h>

pthread_key_t key;
int gone;
void destroy(void *value) { gone = 1; }
void *worker(void *unused) { pthread_setspecific(key, (void *)1); return 0; }
int main(int argc, char **argv)
{
    pthread_t thread;
    if (argc == 1)
        pthread_key_create(&key, 0);
    else
        pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(gone == 1);
    return 0;
}
