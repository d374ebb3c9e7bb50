// expect: unsafe
// Why: every round joins the first thread, so the second one may not have counted yet.
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
        pthread_join(t[0], 0);
        {
            int i = 7;
            i++;
        }
    }
    assert(count == 2);
    return 0;
}
