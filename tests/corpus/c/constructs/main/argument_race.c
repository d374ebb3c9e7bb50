// expect: unsafe, property race
// Two threads may write one character.
#include <pthread.h>

void *work(void *p)
{
    *(char *)p = 'x';
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 2 || !argv[1][0])
        return 1;
    pthread_create(&t, 0, work, argv[1]);
    argv[1][0] = 'y';
    pthread_join(t, 0);
}
