// expect: unsafe
// References are taken even when there are none left, after the closing.
#include <assert.h>
#include <pthread.h>


int references = 1, closed;

int get(void)
{
    return __sync_add_and_fetch(&references, 1) != 0;
}

void put(void)
{
    if (__sync_sub_and_fetch(&references, 1) == 0)
        closed = 1;
}

void *owner(void *unused)
{
    assert(!closed);
    put();
    return 0;
}

void *user(void *unused)
{
    if (get()) {
        assert(!closed);
        put();
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, owner, 0);
    while (1)
        pthread_create(&t, 0, user, 0);
}
