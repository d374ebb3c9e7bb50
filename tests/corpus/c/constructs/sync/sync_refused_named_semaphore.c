// expect: error unsupported
// A semaphore with a name belongs to all processes.
#include <assert.h>
#include <fcntl.h>
#include <semaphore.h>

int main(void)
{
    sem_t *s = sem_open("/umpteen", O_CREAT, 0600, 1);
    assert(sem_wait(s) == 0);
    return 0;
}
