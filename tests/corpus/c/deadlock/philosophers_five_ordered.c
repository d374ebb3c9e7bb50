// expect: safe, property deadlock
// Five forks, any number of philosophers at each seat, the last seat takes the right one first.
#include <pthread.h>

pthread_mutex_t fork0 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork1 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork2 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork3 = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t fork4 = PTHREAD_MUTEX_INITIALIZER;

void *seat0(void *arg)
{
    pthread_mutex_lock(&fork0);
    pthread_mutex_lock(&fork1);
    pthread_mutex_unlock(&fork1);
    pthread_mutex_unlock(&fork0);
    return 0;
}

void *seat1(void *arg)
{
    pthread_mutex_lock(&fork1);
    pthread_mutex_lock(&fork2);
    pthread_mutex_unlock(&fork2);
    pthread_mutex_unlock(&fork1);
    return 0;
}

void *seat2(void *arg)
{
    pthread_mutex_lock(&fork2);
    pthread_mutex_lock(&fork3);
    pthread_mutex_unlock(&fork3);
    pthread_mutex_unlock(&fork2);
    return 0;
}

void *seat3(void *arg)
{
    pthread_mutex_lock(&fork3);
    pthread_mutex_lock(&fork4);
    pthread_mutex_unlock(&fork4);
    pthread_mutex_unlock(&fork3);
    return 0;
}

void *seat4(void *arg)
{
    pthread_mutex_lock(&fork0);
    pthread_mutex_lock(&fork4);
    pthread_mutex_unlock(&fork4);
    pthread_mutex_unlock(&fork0);
    return 0;
}

int main(void)
{
    while (1) {
        pthread_t t0;
        pthread_t t1;
        pthread_t t2;
        pthread_t t3;
        pthread_t t4;
        pthread_create(&t0, 0, seat0, 0);
        pthread_create(&t1, 0, seat1, 0);
        pthread_create(&t2, 0, seat2, 0);
        pthread_create(&t3, 0, seat3, 0);
        pthread_create(&t4, 0, seat4, 0);
    }
}
