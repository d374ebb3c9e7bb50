// expect: safe
#include <assert.h>
#include <pthread.h>
int x;
void *f(void*a){ return 0; }
int main(){ pthread_t t; for (unsigned char i = 250; i < 260; i++) { pthread_create(&t,0,f,0); } assert(0); return 0; }
