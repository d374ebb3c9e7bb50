// expect: safe
// What the functions of a semaphore return and make of its value, up to the largest one.
#define _GNU_SOURCE
#include <assert.h>
#include <semaphore.h>
#include <time.h>

sem_t s, large;

int main(void)
{
    int value;
    struct timespec soon = { 0, 0 };
    assert(sem_init(&s, 0, 2) == 0);
    assert(sem_wait(&s) == 0 && sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_trywait(&s) == 0 && sem_getvalue(&s, &value) == 0 && value == 0);
    assert(sem_trywait(&s) == -1 && sem_timedwait(&s, &soon) == -1);
    assert(sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == -1);
    assert(sem_getvalue(&s, &value) == 0 && value == 0);
    assert(sem_post(&s) == 0 && sem_post(&s) == 0 && sem_post(&s) == 0);
    assert(sem_timedwait(&s, &soon) == 0 && sem_clockwait(&s, CLOCK_MONOTONIC, &soon) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 1);
    assert(sem_destroy(&s) == 0 && sem_init(&s, 0, 2147483647) == 0);
    assert(sem_getvalue(&s, &value) == 0 && value == 2147483647);
    assert(sem_post(&s) == -1 && sem_getvalue(&s, &value) == 0 && value == 2147483647);
    assert(sem_wait(&s) == 0 && sem_post(&s) == 0);
    assert(sem_init(&large, 0, 2147483648u) == -1);
    return 0;
}
