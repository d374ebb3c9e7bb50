// expect: unsafe
// Handlers run before the values of keys are destroyed.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

pthread_key_t key;
int order;

static void destroy(void *value)
{
    assert(order == 0);
    order = 2;
}

static void clean(void *unused)
{
    assert(order == 0);
    order = 1;
}

void *run(void *unused)
{
    pthread_setspecific(key, &order);
    pthread_cleanup_push(clean, 0);
    pause();
    pthread_cleanup_pop(1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_key_create(&key, destroy);
    pthread_create(&thread, 0, run, 0);
    pthread_cancel(thread);
    pthread_join(thread, 0);
    assert(order == 2);
    return 0;
}
