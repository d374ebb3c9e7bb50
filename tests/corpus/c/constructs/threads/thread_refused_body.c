// expect: error unsupported
// The function that the thread runs has no body.
#include <assert.h>
#include <pthread.h>

extern void *elsewhere(void *);

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, elsewhere, 0);
    return 0;
}
