// expect: safe
// main does not wait before it writes.
#include <pthread.h>

int x, y;

void *one(void *unused)
{
    x = x + 1;
    y = x;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    x = x + 10;
    pthread_create(&second, 0, one, 0);
    pthread_join(first, 0);
    y = y + 100;
    pthread_join(second, 0);
    return 0;
}
