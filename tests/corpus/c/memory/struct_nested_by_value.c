// expect: safe
// The nested struct is copied out under the mutex and returned by value, so both members are from the same moment.
#include <pthread.h>
#include <assert.h>

struct point {
    int x, y;
};

struct sprite {
    pthread_mutex_t lock;
    struct point at;
};

struct sprite sprite = { .lock = PTHREAD_MUTEX_INITIALIZER, .at = { .x = 1, .y = 1 } };

struct point position(struct sprite *s)
{
    struct point p;
    pthread_mutex_lock(&s->lock);
    p = s->at;
    pthread_mutex_unlock(&s->lock);
    return p;
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
    struct point p = position(&sprite);
    assert(p.x == p.y);
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
