// expect: unsafe, property race
// Copied and not changed: the writer counts in `reads` as well, so both threads are about to write it.
#include <pthread.h>

struct stats {
    int reads, writes;
};

struct stats stats;

void count(int *field)
{
    *field = *field + 1;
}

void *reader(void *arg)
{
    struct stats *s = arg;
    count(&s->reads);
    return 0;
}

void *writer(void *arg)
{
    struct stats *s = arg;
    count(&s->reads);
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, reader, &stats);
    pthread_create(&t2, 0, writer, &stats);
    pthread_join(t1, 0);
    pthread_join(t2, 0);
    return 0;
}
