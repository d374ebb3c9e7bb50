// expect: unsafe, property race, flags --granularity statement
#include <pthread.h>
int x;
void *f(void*a){ x = x + 1; return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); return 0; }
