// expect: safe
// Only the member `number` of the union is ever used, always under the mutex, and it stops at 3.
#include <pthread.h>
#include <assert.h>

union word {
    int number;
    unsigned char bytes[4];
};

struct register_file {
    pthread_mutex_t lock;
    union word word;
};

struct register_file file = { .lock = PTHREAD_MUTEX_INITIALIZER, .word = { .number = 0 } };

void *worker(void *unused)
{
    pthread_mutex_lock(&file.lock);
    if (file.word.number < 3)
        file.word.number++;
    assert(file.word.number <= 3);
    pthread_mutex_unlock(&file.lock);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1)
        pthread_create(&t, 0, worker, 0);
}
