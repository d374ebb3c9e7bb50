// expect: safe
// Why: the counter of a loop over threads keeps its value although the address of another variable of its name is taken.
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
        assert(seen == 1);
        pthread_create(&t[i], 0, add, 0);
    }
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(count == 2);
    return 0;
}
