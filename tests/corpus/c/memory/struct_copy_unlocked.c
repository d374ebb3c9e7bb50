// expect: unsafe
// The copy is made without the mutex: the mover has written at.x and not yet at.y, the viewer copies x == 1 and y ==
// 0.
#include <pthread.h>
#include <assert.h>

struct point {
    int x, y;
};

struct sprite {
    pthread_mutex_t lock;
    struct point at;
};

struct sprite sprite = { .lock = PTHREAD_MUTEX_INITIALIZER };

int on_diagonal(struct point p)
{
    return p.x == p.y;
}

void *mover(void *unused)
{
    pthread_mutex_lock(&sprite.lock);
    sprite.at.x = sprite.at.x + 1;
    sprite.at.y = sprite.at.y + 1;
    pthread_mutex_unlock(&sprite.lock);
    return 0;
}

void *viewer(void *unused)
{
    assert(on_diagonal(sprite.at));
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, mover, 0);
        pthread_create(&t, 0, viewer, 0);
    }
}
