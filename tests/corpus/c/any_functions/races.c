// expect: unsafe, property race, flags --unknown-functions any
// What it may write counts as written at the call.
#include <pthread.h>
void foo(void);
int x;
void *run(void *unused) { x = 1; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, run, 0); foo(); }
