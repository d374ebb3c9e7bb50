// expect: unsafe, flags --may-fail sem_init
// The result is -1.
#include <assert.h>
#include <semaphore.h>
sem_t s;
int main(void) { assert(sem_init(&s, 0, 1) == 0); }
