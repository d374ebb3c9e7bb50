// expect: safe
// Thread-local variables start with their initialisers in every thread, and what one thread writes no other one sees.
#include <assert.h>
#include <pthread.h>

_Thread_local int depth = 5;
static _Thread_local int row[2] = { 1, 2 };
__thread struct pair {
    char left;
    int right;
} pair = { .right = 7 };
int *of_main;

void *worker(void *unused)
{
    assert(depth == 5 && row[0] == 1 && row[1] == 2 && pair.left == 0 && pair.right == 7);
    depth = 6;
    row[1] = 3;
    pair.right++;
    assert(depth == 6 && row[1] == 3 && pair.right == 8);
    *of_main = 4;
    assert(depth == 6);
    return 0;
}

int main(void)
{
    pthread_t thread;
    of_main = &depth;
    depth = 8;
    row[1] = 9;
    pthread_create(&thread, 0, worker, 0);
    pthread_join(thread, 0);
    assert(depth == 4 && row[1] == 9 && pair.right == 7);
    return 0;
}
