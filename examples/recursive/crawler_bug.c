// expect: unsafe
// A crawler descends into directories until somebody stops it, but the disk is taken away first.
#include <assert.h>
#include <pthread.h>

pthread_mutex_t disk = PTHREAD_MUTEX_INITIALIZER;
int stopped, removed;

int nondet_int(void);

int crawl(void)
{
    int entries = nondet_int();
    while (entries > 0) {
        pthread_mutex_lock(&disk);
        if (stopped) {
            pthread_mutex_unlock(&disk);
            return 0;
        }
        assert(!removed);
        pthread_mutex_unlock(&disk);
        if (nondet_int() && !crawl())
            return 0;
        entries--;
    }
    return 1;
}

void *crawler(void *unused)
{
    crawl();
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, crawler, 0);
    pthread_create(&other, 0, crawler, 0);
    pthread_mutex_lock(&disk);
    removed = 1;
    pthread_mutex_unlock(&disk);
    stopped = 1;
    return 0;
}
