// expect: unsafe
// So it is in the first part of a loop.
#include <assert.h>
#include <pthread.h>
int x;
pthread_t id(void) { x = 1; return pthread_self(); }
int main(void)
{
    for (pthread_t t = id(); x < 1; ) ;
    assert(x == 0);
    return 0;
}
