// expect: unsafe
// The pointer is read again after the check: the reader sees it is not null, the closer clears it, the reader follows
// null.
#include <pthread.h>
#include <assert.h>

struct session {
    int open;
};

struct session session = { 1 };
struct session *current = &session;

void *reader(void *unused)
{
    if (current != 0)
        assert(current->open == 1);
    return 0;
}

void *closer(void *unused)
{
    current = 0;
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, reader, 0);
        pthread_create(&t, 0, closer, 0);
    }
}
