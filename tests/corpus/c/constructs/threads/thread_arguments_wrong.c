// expect: unsafe
// The same calls in the same order; the last one reads the first element.
#include <assert.h>
#include <pthread.h>

int single = 10, row[3] = { 20, 30, 40 };

void *worker(void *argument)
{
    long number = (long)argument;
    int result = -1;
    if (number == 0)
        result = 1;
    else if (number < 4)
        result = number;
    else
        result = *(int *)argument;
    argument = 0;
    return (void *)(long)result;
}

int run(void *argument)
{
    return (long)worker(argument);
}

int main(void)
{
    pthread_t one, two;
    void *value;
    int index = single / 5;
    pthread_create(&one, 0, worker, &single);
    pthread_join(one, &value);
    assert((long)value == 10);
    pthread_create(&two, 0, worker, &row[index]);
    pthread_join(two, &value);
    assert((long)value == 40);
    assert(run(0) == 1 && run((void *)3) == 3 && run(row) != 20);
    return 0;
}
