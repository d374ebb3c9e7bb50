// expect: unsafe
// Without `lock`, a bit that somebody else sets gets lost.
#include <assert.h>
#include <pthread.h>

unsigned x;

void *set_one(void *unused)
{
    __asm__ __volatile__("btsl $1, %0" : "+m"(x) : : "memory", "cc");
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, set_one, 0);
    __asm__ __volatile__("btsl $0, %0" : "+m"(x) : : "memory", "cc");
    pthread_join(thread, 0);
    assert(x == 3);
}
