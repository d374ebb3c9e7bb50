// expect: safe
// Who does not get the mutex says so and goes on.
#include <pthread.h>

pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int value, missed_one, missed_two;

void *one(void *unused)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        value = value + 1;
        pthread_mutex_unlock(&lock);
    } else {
        missed_one = 1;
    }
    return 0;
}

void *two(void *unused)
{
    if (pthread_mutex_trylock(&lock) == 0) {
        value = value + 1;
        pthread_mutex_unlock(&lock);
    } else {
        missed_two = 1;
    }
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
