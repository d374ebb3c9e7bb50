// expect: safe
// Two locks for one variable (row 24, Double-1): writers need both, readers either of them.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
int x;

void *writer(void *unused)
{
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    x = !x;
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

void *reader(void *unused)
{
    int first = __VERIFIER_nondet_int();
    if (first)
        pthread_mutex_lock(&a);
    else
        pthread_mutex_lock(&b);
    int seen = x;
    assert(x == seen);
    if (first)
        pthread_mutex_unlock(&a);
    else
        pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1) {
        pthread_create(&thread, 0, writer, 0);
        pthread_create(&thread, 0, reader, 0);
    }
}
