// expect: safe, property race
// Main reads each result after the thread that writes it has ended.
#include <pthread.h>

struct result {
    int done, value;
};

struct result results[2];

void *worker(void *arg)
{
    struct result *r = arg;
    r->value = 4;
    r->done = 1;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, worker, &results[0]);
    pthread_create(&t2, 0, worker, &results[1]);
    pthread_join(t1, 0);
    int sum = results[0].value;
    pthread_join(t2, 0);
    sum += results[1].value;
    return sum == 8 ? 0 : 1;
}
