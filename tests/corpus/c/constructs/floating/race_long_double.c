// expect: unsafe, property race
// One thread writes a number while another one reads it.
#include <pthread.h>

static long double number = 1.5L;

static void *run(void *unused)
{
    long double copy = number;
    number = copy;
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
