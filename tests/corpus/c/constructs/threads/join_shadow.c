// expect: unsafe
#include <assert.h>
#include <pthread.h>
int x;
void *f(void*a){ x=1; return 0; }
int main(){ pthread_t t[2]; int k=0; for (int i = 0; i < 2; i++) { int j = i; { int i = 1 - j; pthread_create(&t[i],0,f,0); } } pthread_join(t[0],0);pthread_join(t[1],0); assert(x==0); return 0; }
