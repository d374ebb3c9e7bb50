// expect: safe
// A writer and a reader: the writer waits until nobody reads, so the reader sees the same data twice.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);

int writing, readers, data;

void *writer(void *unused)
{
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing && readers == 0);
        writing = 1;
        __VERIFIER_atomic_end();
        data++;
        writing = 0;
    }
}

void *reader(void *unused)
{
    while (1) {
        __VERIFIER_atomic_begin();
        __VERIFIER_assume(!writing);
        readers++;
        __VERIFIER_atomic_end();
        int seen = data;
        assert(data == seen);
        __VERIFIER_atomic_begin();
        readers--;
        __VERIFIER_atomic_end();
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    pthread_create(&thread, 0, reader, 0);
}
