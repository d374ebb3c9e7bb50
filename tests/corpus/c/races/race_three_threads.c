// expect: unsafe, threads 3, property race
// The first worker raises the stage; then main is about to read data while the second worker is about to write it.
// Each two of the three threads alone do not race.
#include <pthread.h>
#include <stdatomic.h>

int data;
atomic_int stage;

void *first(void *unused)
{
    data = 1;
    atomic_store(&stage, 1);
    return 0;
}

void *second(void *unused)
{
    while (atomic_load(&stage) != 1)
        ;
    data = 2;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    while (atomic_load(&stage) != 1)
        ;
    return data == 0;
}
