// expect: unsafe, property deadlock
// main locks again after a function that forgot to unlock.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x;

void add(void)
{
    pthread_mutex_lock(&m);
    x++;
}

int main(void)
{
    add();
    add();
    return 0;
}
