// expect: unsafe
#include <assert.h>
#include <stdatomic.h>
#include <pthread.h>
atomic_int x = 5; int e = 0; int r = -1;
void *f(void*a){ atomic_compare_exchange_strong(&x,&e,1); return 0; }
int main(){ pthread_t t; pthread_create(&t,0,f,0); x = 6; r = e; pthread_join(t,0); assert(!(r == 0 && e == 5)); return 0; }
