// expect: safe
// One ping and one pong alternate through turn, so each finds the ball where the other left it.
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
    pthread_create(&t, 0, ping, 0);
    pthread_create(&t, 0, pong, 0);
    return 0;
}
