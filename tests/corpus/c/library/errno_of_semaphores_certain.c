// expect: safe
// A semaphore fails for the reason that POSIX gives, and otherwise leaves `errno` alone.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

sem_t s;

int main(void)
{
    sem_init(&s, 0, 1);
    errno = 0;
    assert(sem_trywait(&s) == 0 && errno == 0);
    assert(sem_trywait(&s) == -1 && errno == EAGAIN);
}
