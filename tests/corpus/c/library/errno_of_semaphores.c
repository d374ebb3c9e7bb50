// expect: unsafe
// What is known otherwise sets `errno`, too.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

sem_t s;

int main(void)
{
    sem_init(&s, 0, 0);
    errno = 0;
    if (sem_trywait(&s))
        assert(errno == 0);
}
