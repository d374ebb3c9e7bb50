// expect: unsafe, property race
// `write` reads what another thread writes.
#include <pthread.h>
#include <unistd.h>

char text[2];

static void *worker(void *argument)
{
    text[1] = 'a';
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    write(1, text, 2);
}
