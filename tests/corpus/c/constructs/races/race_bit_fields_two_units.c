// expect: unsafe, property race
// Bit-fields that follow each other are one memory location (C11 3.14), even in two units.
#include <pthread.h>
struct { int a : 20; int b : 20; } s;
void *worker(void *unused) { s.a = 1; return 0; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, worker, 0);
    s.b = 1;
    pthread_join(t, 0);
    return 0;
}
