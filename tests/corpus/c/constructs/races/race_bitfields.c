// expect: safe, property race
// Bit-fields on both sides of an unnamed one without width are apart; so are the members around them.
#include <pthread.h>

struct flags {
    int before;
    unsigned left : 4;
    unsigned : 0;
    unsigned right : 4;
    int after;
} flags;

void *worker(void *unused)
{
    flags.left = 1;
    flags.after = 2;
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    flags.right = 3;
    flags.before = 4;
    pthread_join(thread, 0);
    return 0;
}
