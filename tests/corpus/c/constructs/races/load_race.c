// expect: unsafe, property race
#include <pthread.h>
int x, r;
void *f(void*a){ __atomic_load(&x,&r,5); return 0; }
int main(){ pthread_t t,u; pthread_create(&t,0,f,0); pthread_create(&u,0,f,0); return 0; }
