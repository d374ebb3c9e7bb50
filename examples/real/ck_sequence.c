// A writer, and any number of readers that must not use half of what is written. With -DBUG they do not read again.
#include <assert.h>
#include <ck_sequence.h>
#include <pthread.h>

#ifdef BUG
#define ck_sequence_read_retry(lock, version) (version != version)
#endif

static ck_sequence_t lock = CK_SEQUENCE_INITIALIZER;
static int first, second;

static void *writer(void *unused)
{
    ck_sequence_write_begin(&lock);
    first = !first;
    second = !second;
    ck_sequence_write_end(&lock);
    return unused;
}

static void *reader(void *unused)
{
    unsigned version;
    int one, other;
    do {
        version = ck_sequence_read_begin(&lock);
        one = first;
        other = second;
    } while (ck_sequence_read_retry(&lock, version));
    assert(one == other);
    return unused;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, NULL, writer, NULL);
    while (1)
        pthread_create(&thread, NULL, reader, NULL);
}
