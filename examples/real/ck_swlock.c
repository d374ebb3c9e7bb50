// The one writer that ck's "swlock" is for, and any number of readers, who must not see half of what is written. With -DBUG
// the writer locks for reading.
#include <assert.h>
#include <ck_swlock.h>
#include <pthread.h>

#ifdef BUG
#define ck_swlock_write_lock ck_swlock_read_lock
#define ck_swlock_write_unlock ck_swlock_read_unlock
#endif

static ck_swlock_t lock = CK_SWLOCK_INITIALIZER;
static int first, second;

static void *writer(void *unused)
{
    ck_swlock_write_lock(&lock);
    first = !first;
    second = !second;
    ck_swlock_write_unlock(&lock);
    return unused;
}

static void *reader(void *unused)
{
    ck_swlock_read_lock(&lock);
    assert(first == second);
    ck_swlock_read_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1)
        pthread_create(&thread, NULL, reader, NULL);
}
