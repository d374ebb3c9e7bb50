// expect: safe
// Dekker's algorithm for two threads: who wants in while the other wants in gives way unless it is its turn, so x is not overwritten.
#include <pthread.h>
#include <assert.h>

int want1, want2, turn = 1, x;

void *first(void *arg)
{
    want1 = 1;
    while (want2) {
        if (turn == 2) {
            want1 = 0;
            while (turn == 2) ;
            want1 = 1;
        }
    }
    x = 1;
    assert(x == 1);
    turn = 2;
    want1 = 0;
    return 0;
}

void *second(void *arg)
{
    want2 = 1;
    while (want1) {
        if (turn == 1) {
            want2 = 0;
            while (turn == 1) ;
            want2 = 1;
        }
    }
    x = 2;
    assert(x == 2);
    turn = 1;
    want2 = 0;
    return 0;
}

int main(void)
{
    pthread_t t1, t2;
    pthread_create(&t1, 0, first, 0);
    pthread_create(&t2, 0, second, 0);
    return 0;
}
