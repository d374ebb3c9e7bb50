// expect: safe
// With glibc a handle is a number, which is kept as one and printed.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

void *run(void *unused)
{
    unsigned long me = (unsigned long)pthread_self();
    printf("%lu\n", me);
    assert(me == (unsigned long)pthread_self() && me != 0);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, run, 0);
    pthread_join(thread, 0);
    return 0;
}
