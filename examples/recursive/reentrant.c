// expect: safe
// A recursive mutex is locked again on the way down and unlocked on the way up; the last unlock lets the other in.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
int owner;

void visit(int depth, int self)
{
    pthread_mutex_lock(&m);
    owner = self;
    if (depth > 0)
        visit(depth - 1, self);
    assert(owner == self);
    pthread_mutex_unlock(&m);
}

void *first(void *unused)
{
    visit(2, 1);
    return 0;
}

void *second(void *unused)
{
    visit(1, 2);
    return 0;
}

int main(void)
{
    pthread_t one, other;
    pthread_create(&one, 0, first, 0);
    pthread_create(&other, 0, second, 0);
    return 0;
}
