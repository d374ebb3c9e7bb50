// expect: unsafe
// The same, but the second thread gives the turn away before it says that it wants to enter.
#include <assert.h>
#include <pthread.h>

int wants1, wants2, turn, critical;

void *first(void *unused)
{
    while (1) {
        wants1 = 1;
        turn = 2;
        while (wants2 && turn == 2)
            ;
        critical = 1;
        assert(critical == 1);
        wants1 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
        turn = 1;
        wants2 = 1;
        while (wants1 && turn == 1)
            ;
        critical = 2;
        assert(critical == 2);
        wants2 = 0;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
}
