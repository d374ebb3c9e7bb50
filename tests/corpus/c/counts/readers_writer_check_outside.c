// expect: unsafe
// The writer looks at the readers before it takes the mutex: it sees readers == 0, a reader counts itself in and reads 0, the writer writes 1, the reader reads 1.
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
    while (readers != 0)
        ;
    pthread_mutex_lock(&m);
    data = data + 1;
    pthread_mutex_unlock(&m);
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
