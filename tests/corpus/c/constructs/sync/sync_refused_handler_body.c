// expect: error unsupported
// The function that cleans up has no body.
#include <assert.h>
#include <pthread.h>

extern void elsewhere(void *);

int main(void)
{
    pthread_cleanup_push(elsewhere, 0);
    pthread_exit(0);
    pthread_cleanup_pop(0);
    return 0;
}
