// expect: unsafe
// `errno` tells of a failure whose result nobody looks at.
#include <assert.h>
#include <errno.h>
#include <semaphore.h>

sem_t s;

int main(void)
{
    sem_init(&s, 0, 0);
    errno = 0;
    sem_trywait(&s);
    assert(errno == 0);
}
