// expect: unsafe
// The same, but the second thread does not look at the other's wish again after waiting for its turn.
#include <assert.h>
#include <pthread.h>

int wants1, wants2, turn = 1, critical;

void *first(void *unused)
{
    while (1) {
        wants1 = 1;
        while (wants2) {
            if (turn != 1) {
                wants1 = 0;
                while (turn != 1)
                    ;
                wants1 = 1;
            }
        }
        critical = 1;
        assert(critical == 1);
        turn = 2;
        wants1 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
        wants2 = 1;
        while (wants1) {
            if (turn != 2) {
                wants2 = 0;
                while (turn != 2)
                    ;
                wants2 = 1;
                break;
            }
        }
        critical = 2;
        assert(critical == 2);
        turn = 1;
        wants2 = 0;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
}
