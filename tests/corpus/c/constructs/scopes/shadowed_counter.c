// expect: safe
// Why: the loop over threads is unrolled although its body has another variable with the counter's name.
#include <pthread.h>
#include <assert.h>

int count;

void *add(void *unused)
{
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
    return 0;
}

int main()
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, add, 0);
    for (int i = 0; i < 2; i++) {
        pthread_join(t[i], 0);
        {
            int i = 7;
            i++;
        }
    }
    assert(count == 2);
    return 0;
}
