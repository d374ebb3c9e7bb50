// expect: unsafe, property race
// Two threads write a number at the same time.
#include <pthread.h>

static double number;

static void *run(void *unused)
{
    number = 1.5;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, run, 0);
    pthread_create(&second, 0, run, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
