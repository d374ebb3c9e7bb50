// Any number of writers and a reader, who must not see half of what is written. With -DBUG writers lock for reading.
#include <assert.h>
#include <ck_rwlock.h>
#include <pthread.h>

#ifdef BUG
#define ck_rwlock_write_lock ck_rwlock_read_lock
#define ck_rwlock_write_unlock ck_rwlock_read_unlock
#endif

static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static int first, second;

static void *writer(void *unused)
{
    ck_rwlock_write_lock(&lock);
    first = !first;
    second = !second;
    ck_rwlock_write_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_rwlock_read_lock(&lock);
    assert(first == second);
    ck_rwlock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    while (1)
        pthread_create(&thread, NULL, writer, NULL);
}
