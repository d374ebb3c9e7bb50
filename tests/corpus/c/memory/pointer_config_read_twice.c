// expect: unsafe
// The reader takes the pointer for each member: it reads low == 1 of version 0, the writer switches, it reads high ==
// 2.
#include <pthread.h>
#include <assert.h>

struct config {
    int low, high;
};

struct config versions[2] = { { .low = 1, .high = 1 }, { .low = 2, .high = 2 } };
struct config *current = &versions[0];

void *writer(void *unused)
{
    __atomic_store_n(&current, &versions[1], __ATOMIC_SEQ_CST);
    return 0;
}

void *reader(void *unused)
{
    int low = __atomic_load_n(&current, __ATOMIC_SEQ_CST)->low;
    int high = __atomic_load_n(&current, __ATOMIC_SEQ_CST)->high;
    assert(low == high);
    return 0;
}

int main(void)
{
    pthread_t t;
    while (1) {
        pthread_create(&t, 0, writer, 0);
        pthread_create(&t, 0, reader, 0);
    }
}
