// expect: unsafe
// What is destroyed must be there.
#include <assert.h>
#include <pthread.h>
pthread_mutex_t *p;
int main(void)
{
    pthread_mutex_destroy(p);
    return 0;
}
