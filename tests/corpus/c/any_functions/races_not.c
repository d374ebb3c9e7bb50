// expect: safe, property race, flags --unknown-functions any
// What it cannot name it does not access.
#include <pthread.h>
void foo(void);
static int x;
static void *run(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); foo(); }
