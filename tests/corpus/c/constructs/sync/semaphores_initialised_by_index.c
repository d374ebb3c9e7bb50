// expect: safe
// Which semaphore a call initialises is computed.
#include <assert.h>
#include <semaphore.h>
sem_t turns[2];
int main(void) {
    int value;
    for (int i = 0; i < 2; i++) {
        sem_init(&turns[i], 0, i);
    }
    sem_getvalue(&turns[1], &value);
    assert(value == 1);
    return 0;
}
