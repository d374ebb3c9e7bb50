// expect: safe
// Mutexes in an array, in structures, on the heap and behind pointers are different ones.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
    int number;
    pthread_mutex_t m;
} boxes[2];
pthread_mutex_t row[2];

int main(void)
{
    struct box *own = malloc(sizeof(struct box)), *which = &boxes[1];
    pthread_mutex_t *chosen = &row[0];
    pthread_mutex_init(&own->m, 0);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_init(&row[i], 0);
        pthread_mutex_init(&boxes[i].m, 0);
    }
    assert(pthread_mutex_lock(&row[1]) == 0 && pthread_mutex_lock(&boxes[0].m) == 0);
    assert(pthread_mutex_trylock(chosen) == 0 && pthread_mutex_trylock(&which->m) == 0);
    assert(pthread_mutex_trylock(&own->m) == 0);
    for (int i = 0; i < 2; i++)
        assert(pthread_mutex_trylock(&row[i]) == EBUSY && pthread_mutex_trylock(&boxes[i].m) == EBUSY);
    which = own;
    assert(pthread_mutex_trylock(&which->m) == EBUSY);
    pthread_mutex_unlock(chosen);
    pthread_mutex_unlock(&boxes[1].m);
    chosen++;
    assert(pthread_mutex_trylock(chosen) == EBUSY && pthread_mutex_trylock(&row[0]) == 0);
    return 0;
}
