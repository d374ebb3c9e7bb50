// expect: safe
// Two readers and one writer: the writer changes data under the mutex and only if no reader is counted in, so a reader reads the same twice.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int readers, data;

void *reader(void *arg)
{
    int seen;
    pthread_mutex_lock(&m);
    readers = readers + 1;
    pthread_mutex_unlock(&m);
    seen = data;
    assert(seen == data);
    pthread_mutex_lock(&m);
    readers = readers - 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *writer(void *arg)
{
    while (1) {
        pthread_mutex_lock(&m);
        if (readers == 0)
            data = !data;
        pthread_mutex_unlock(&m);
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, reader, 0);
    pthread_create(&t, 0, writer, 0);
    return 0;
}
