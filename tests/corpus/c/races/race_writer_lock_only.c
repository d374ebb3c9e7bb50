// expect: unsafe, property race
// Only the writer takes the mutex: it is about to write the width while a reader is about to read it.
#include <pthread.h>

struct window {
    pthread_mutex_t lock;
    int width;
};

struct window window = { .lock = PTHREAD_MUTEX_INITIALIZER, .width = 1 };

void *writer(void *arg)
{
    struct window *w = arg;
    pthread_mutex_lock(&w->lock);
    w->width = 2;
    pthread_mutex_unlock(&w->lock);
    return 0;
}

void *reader(void *arg)
{
    struct window *w = arg;
    return w->width == 1 ? 0 : arg;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, writer, &window);
        pthread_create(&t, 0, reader, &window);
    }
}
