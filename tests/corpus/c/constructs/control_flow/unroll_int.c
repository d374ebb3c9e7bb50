// expect: safe
#include <assert.h>
#include <pthread.h>
int x;
void *f(void*a){ x = 1; return 0; }
int main(){ pthread_t t[5]; for (int i = -2; i < 3u; i++) { pthread_create(&t[0],0,f,0); } assert(x==0); return 0; }
