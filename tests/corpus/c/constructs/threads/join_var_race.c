// expect: unsafe, property race
#include <pthread.h>
int x;
void *f(void*a){ x = 1; return 0; }
void *g(void*a){ x = 2; return 0; }
int main(){ pthread_t t[2], u; int i = 0; pthread_create(&t[i],0,f,0); pthread_join(t[0],0); pthread_create(&u,0,g,0); x = 3; return 0; }
