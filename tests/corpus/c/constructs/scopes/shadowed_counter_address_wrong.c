// expect: unsafe
// Why: the inner variable is set to 1, the counter begins with 0.
#include <pthread.h>
#include <assert.h>

int count;

void *add(void *unused)
{
    __atomic_fetch_add(&count, 1, __ATOMIC_SEQ_CST);
    return 0;
}

void set(int *to)
{
    *to = 1;
}

int main()
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++) {
        int seen;
        {
            int i;
            set(&i);
            seen = i;
        }
        assert(seen == i);
        pthread_create(&t[i], 0, add, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2);
    return 0;
}
