// expect: unknown
// Locks far from the first one are not told apart.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>

struct account {
    pthread_mutex_t lock;
    int money;
};

static struct account accounts[5000];
static int inside;

static void *worker(void *argument)
{
    pthread_mutex_lock(&accounts[4000].lock);
    inside++;
    assert(inside == 1);
    inside--;
    pthread_mutex_unlock(&accounts[4000].lock);
    return 0;
}

int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, worker, 0);
    return 0;
}
