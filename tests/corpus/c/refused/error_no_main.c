// expect: error incomplete
// There is no function main and no flag says where threads start.
#include <pthread.h>
#include <assert.h>

int s;

void *worker(void *arg)
{
    int l = s;
    assert(s == l);
    return 0;
}
