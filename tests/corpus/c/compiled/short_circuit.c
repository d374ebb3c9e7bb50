// expect: safe
// What is on the right of && and || is read only if it matters.
#include <pthread.h>

int a, b, both, either, chosen;

void *one(void *unused)
{
    both = a && b;
    either = a || b;
    chosen = a ? b : 7;
    return 0;
}

void *two(void *unused)
{
    b = 1;
    a = 1;
    b = 0;
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
