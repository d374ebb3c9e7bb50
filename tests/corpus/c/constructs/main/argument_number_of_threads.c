// expect: safe
// As many threads as there are arguments, each of which gets one.
#include <assert.h>
#include <pthread.h>

int count;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

void *work(void *p)
{
    pthread_mutex_lock(&m);
    int before = count;
    count = before + 1;
    assert(count == before + 1);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    for (int i = 1; i < argc; i++)
        pthread_create(&t, 0, work, argv[i]);
}
