// expect: unsafe
// Dekker without the second look: first sees want2 and gives way, second sees want1 == 0 and writes x = 2, first finds turn == 1, writes x = 1 without looking again, second reads 1.
#include <pthread.h>
#include <assert.h>

int want1, want2, turn = 1, x;

void *first(void *arg)
{
    want1 = 1;
    if (want2) {
        want1 = 0;
        while (turn == 2) ;
        want1 = 1;
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
    if (want1) {
        want2 = 0;
        while (turn == 1) ;
        want2 = 1;
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
