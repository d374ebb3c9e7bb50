// expect: error unsupported
// One semaphore is initialised, the other one is used.
#include <semaphore.h>
sem_t ready, done;
int main(void) {
    sem_init(&ready, 0, 1);
    sem_wait(&ready);
    sem_post(&done);
    return 0;
}
