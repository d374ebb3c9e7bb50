// expect: unsafe, property deadlock
// An array of forks, one philosopher at each of three seats.
#include <pthread.h>

#define N 3

pthread_mutex_t fork_[N];

void *philosopher(void *arg)
{
    int seat = *(int *)arg;
    int first = seat, second = (seat + 1) % N;
    pthread_mutex_lock(&fork_[first]);
    pthread_mutex_lock(&fork_[second]);
    pthread_mutex_unlock(&fork_[second]);
    pthread_mutex_unlock(&fork_[first]);
    return 0;
}

int seats[N];

int main(void)
{
    pthread_t t[N];
    for (int i = 0; i < N; i++)
        pthread_mutex_init(&fork_[i], 0);
    for (int i = 0; i < N; i++) {
        seats[i] = i;
        pthread_create(&t[i], 0, philosopher, &seats[i]);
    }
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
