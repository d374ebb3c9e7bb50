// expect: safe
// A helper gets the address of what it adds to.
#include <pthread.h>

int x, y = 5;

static void add(int *place, int amount)
{
    *place = *place + amount;
}

void *one(void *unused)
{
    add(&x, y);
    add(&y, 1);
    return 0;
}

void *two(void *unused)
{
    add(&y, x);
    add(&x, 2);
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
