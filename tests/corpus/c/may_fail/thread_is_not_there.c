// expect: safe, flags --may-fail pthread_create
// EAGAIN, and nothing runs.
#include <assert.h>
#include <pthread.h>
int x;
void *run(void *unused) { x = 1; return 0; }
int main(void)
{
    pthread_t t;
    int failed = pthread_create(&t, 0, run, 0);
    if (failed)
        assert(failed == 11 && x == 0);
}
