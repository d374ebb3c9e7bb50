// expect: unsafe
// Assigning a struct is not one step: the reader copies first == 0, the writer assigns 1 and 1, the reader copies
// second == 1.
#include <pthread.h>
#include <assert.h>

struct pair {
    int first, second;
};

struct pair shared;

void *writer(void *unused)
{
    struct pair mine = { 1, 1 };
    shared = mine;
    return 0;
}

void *reader(void *unused)
{
    struct pair seen = shared;
    assert(seen.first == seen.second);
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
