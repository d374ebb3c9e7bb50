// expect: unsafe
// The same steps; the pointer that the first thread returns leads to what the second one wrote.
#include <assert.h>
#include <pthread.h>

pthread_t one, two;
int x;

void leave(void)
{
    pthread_exit(&x);
}

void *first(void *unused)
{
    leave();
    return 0;
}

void *second(void *unused)
{
    x = 2;
    return (void *)-3;
}

long value_of_second(void)
{
    void *value;
    pthread_join(two, &value);
    assert(x == 2);
    return (long)value;
}

int main(void)
{
    int *pointer;
    pthread_create(&one, 0, first, 0);
    pthread_create(&two, 0, second, 0);
    assert(value_of_second() == -3);
    pthread_join(one, (void **)&pointer);
    assert(pointer == &x && *pointer != 2);
    return 0;
}
