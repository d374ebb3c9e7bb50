// expect: unsafe
// Two pings both see turn == 0: ping 1 sets ball = 1, then ping 2 finds ball == 1.
#include <pthread.h>
#include <assert.h>

int turn, ball;

void *ping(void *arg)
{
    while (1) {
        while (turn != 0)
            ;
        assert(ball == 0);
        ball = 1;
        turn = 1;
    }
    return 0;
}

void *pong(void *arg)
{
    while (1) {
        while (turn != 1)
            ;
        assert(ball == 1);
        ball = 0;
        turn = 0;
    }
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, ping, 0);
        pthread_create(&t, 0, pong, 0);
    }
}
