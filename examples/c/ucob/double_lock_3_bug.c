// expect: unsafe
// The same, but the second lock is released too early: the token has left x, is not yet at y, and somebody looks.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x = 1, y;

void *move(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = !x;
    pthread_mutex_unlock(&b);
    y = !y;
    pthread_mutex_unlock(&a);
    return 0;
}

void *look(void *unused)
{
    pthread_mutex_lock(&b);
    assert(x != y);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, move, 0);
        pthread_create(&thread, 0, look, 0);
    }
}
