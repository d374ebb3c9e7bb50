// expect: unsafe
// The loop of the summing thread runs up to and including index 2, which is not in range.
#include <pthread.h>
#include <assert.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int cells[2];

void *setter(void *unused)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 2; i++)
        cells[i] = 1;
    pthread_mutex_unlock(&m);
    return 0;
}

void *summer(void *unused)
{
    int sum = 0;
    pthread_mutex_lock(&m);
    for (int i = 0; i <= 2; i++)
        sum += cells[i];
    assert(sum == 0 || sum == 2);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, setter, 0);
        pthread_create(&t, 0, summer, 0);
    }
}
