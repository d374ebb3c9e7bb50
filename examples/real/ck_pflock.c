// Any number of writers and a reader, who must not see half of what is written. With -DBUG writers lock for reading.
#include <assert.h>
#include <ck_pflock.h>
#include <pthread.h>

#ifdef BUG
#define ck_pflock_write_lock ck_pflock_read_lock
#define ck_pflock_write_unlock ck_pflock_read_unlock
#endif

static ck_pflock_t lock = CK_PFLOCK_INITIALIZER;
static int first, second;

static void *writer(void *unused)
{
    ck_pflock_write_lock(&lock);
    first = !first;
    second = !second;
    ck_pflock_write_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_pflock_read_lock(&lock);
    assert(first == second);
    ck_pflock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, reader, NULL);
    while (1)
        pthread_create(&thread, NULL, writer, NULL);
}
