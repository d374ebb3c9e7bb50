// expect: unsafe, property race
// `memset` writes like any other store.

#include <pthread.h>
#include <string.h>

int numbers[2];

void *reader(void *unused)
{
    return (void *)(long)numbers[1];
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, reader, 0);
    memset(numbers, 0, sizeof numbers);
    pthread_join(thread, 0);
}
