// expect: unsafe
#include <assert.h>
#include <pthread.h>
_Atomic int x;
void *f(void*a){ int v = ++x; assert(v <= 10); return 0; }
int main(){ pthread_t t; for (unsigned char i = 250; i < 260; i++) { pthread_create(&t,0,f,0); } return 0; }
