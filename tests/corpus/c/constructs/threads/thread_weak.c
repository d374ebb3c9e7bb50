// expect: safe
// A thread runs a weak function: that no other file replaces it is listed.
#include <pthread.h>

__attribute__((weak)) void *worker(void *unused) { return 0; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return 0;
}
