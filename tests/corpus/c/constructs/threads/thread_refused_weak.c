// expect: error unsupported
// A thread runs a function that may be replaced by another one when the program is linked.
#include <pthread.h>

__attribute__((weak)) void *worker(void *unused) { return 0; }

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    return 0;
}
