// expect: error unsupported
// A number is used as a key.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    unsigned number = 0;
    assert(pthread_getspecific(number) == 0);
    return 0;
}
