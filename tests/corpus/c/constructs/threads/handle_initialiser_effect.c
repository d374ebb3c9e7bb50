// expect: unsafe
// A handle has no value, but its initialiser has an effect.
#include <assert.h>
#include <pthread.h>
int x;
int main(void)
{
    pthread_t thread = (x = 1, 0);
    assert(x == 0);
    return 0;
}
