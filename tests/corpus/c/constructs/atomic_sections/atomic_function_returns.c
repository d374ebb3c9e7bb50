// expect: safe
// A function that is atomic by its name is left by every return, with its value, also inside another such function.
#include <assert.h>
#include <pthread.h>

int x;

int __VERIFIER_atomic_take(int most)
{
    int before = x;
    if (before >= most)
        return -1;
    x = before + 1;
    return before;
}

void __VERIFIER_atomic_twice(void)
{
    int first = __VERIFIER_atomic_take(8);
    int second = __VERIFIER_atomic_take(8);
    assert(second == first + 1);
}

void *worker(void *unused)
{
    __VERIFIER_atomic_twice();
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    int mine = __VERIFIER_atomic_take(0);
    assert(mine == -1);
    mine = __VERIFIER_atomic_take(8);
    pthread_join(thread, 0);
    assert(x == 3 && (mine == 0 || mine == 2));
    return 0;
}
