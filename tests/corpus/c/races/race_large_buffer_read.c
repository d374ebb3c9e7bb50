// expect: safe, property race
// Two threads read a byte of a large buffer.
#include <pthread.h>

static char buffer[65536];

static void *worker(void *argument)
{
    return buffer[(long)argument] ? argument : 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    pthread_create(&t, 0, worker, (void *)5000);
    (void)(argc = buffer[5000]);
    return 0;
}
