// expect: unsafe
// Handles have no values, but their initialisers have effects.
#include <assert.h>
#include <pthread.h>
int x;
int next(void) { return ++x; }
int main(void)
{
    pthread_t t[2] = { next(), next() };
    assert(x == 0);
    return 0;
}
