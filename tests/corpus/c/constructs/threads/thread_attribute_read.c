// expect: unknown
// The attributes of a thread cannot be asked for.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_attr_t kind;
    int state;
    pthread_attr_init(&kind);
    pthread_attr_getdetachstate(&kind, &state);
    assert(state == PTHREAD_CREATE_JOINABLE);
    return 0;
}
