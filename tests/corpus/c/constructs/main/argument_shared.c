// expect: safe, property race
// Threads may read the same string.
#include <pthread.h>

char **arguments;
char first[2];

void *work(void *p)
{
    first[0] = *(char *)p;
    return 0;
}

int main(int argc, char **argv)
{
    pthread_t t;
    if (argc < 2)
        return 1;
    pthread_create(&t, 0, work, argv[1]);
    first[1] = argv[1][0];
    pthread_join(t, 0);
}
