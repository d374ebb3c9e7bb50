// expect: unsafe
// A signal to what has been freed.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

struct box {
    int number;
    pthread_cond_t condition;
};

int main(void)
{
    struct box *box = malloc(sizeof(struct box));
    assert(pthread_cond_init(&box->condition, 0) == 0);
    assert(pthread_cond_broadcast(&box->condition) == 0);
    free(box);
    pthread_cond_signal(&box->condition);
    return 0;
}
