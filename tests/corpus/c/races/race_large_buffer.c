// expect: unsafe, property race
// Two threads write the same byte of a large buffer.
#include <pthread.h>

static char buffer[65536];

static void *worker(void *argument)
{
    buffer[(long)argument] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)5000);
    buffer[5000] = 2;
    return 0;
}
