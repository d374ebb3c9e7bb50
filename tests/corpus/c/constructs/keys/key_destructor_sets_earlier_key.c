// expect: unknown
// A destructor stores a value under a key whose turn is over: POSIX goes round again.
#include <assert.h>
#include <pthread.h>
pthread_key_t first, second;
int gone;
void destroy_first(void *value) { gone = 1; }
void destroy_second(void *value) { pthread_setspecific(first, value); }
void *worker(void *unused) { pthread_setspecific(second, (void *)1); return 0; }
int main(void)
{
    pthread_t thread;
    pthread_key_create(&first, destroy_first);
    pthread_key_create(&second, destroy_second);
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(gone == 0);
    return 0;
}
