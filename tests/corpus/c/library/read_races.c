// expect: unsafe, property race
// Two threads read into the same variable.
#include <pthread.h>
#include <unistd.h>

char text;

static void *worker(void *argument)
{
    read(0, &text, 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    worker(0);
}
