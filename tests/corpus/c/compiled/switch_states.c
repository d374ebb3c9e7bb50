// expect: safe
// A state machine that two threads push on, each by what it sees.
#include <pthread.h>

int state, steps;

static void push(void)
{
    switch (state) {
    case 0:
        state = 1;
        break;
    case 1:
        state = 2;
        /* fall through */
    case 2:
        steps++;
        break;
    default:
        state = 9;
    }
}

void *one(void *unused)
{
    push();
    push();
    return 0;
}

void *two(void *unused)
{
    push();
    state = state + 1;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
