// expect: unsafe, property reach-error
#include <pthread.h>
extern void reach_error(void);
unsigned long g;
void *f(void*a){ unsigned long v = g & ~(1UL<<63); *(int*)(v) = 1; return 0; }
int main(){ pthread_t t; int y = 0; g = (unsigned long)&y | (1UL<<63); pthread_create(&t,0,f,0); pthread_join(t,0); if (y) reach_error(); return 0; }
