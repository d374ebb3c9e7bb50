// expect: unknown
// (safe is the truth; the model does not go that far.)
#include <assert.h>
#include <sched.h>
int g(void){return 1;}
int nondet_int(void);
int main(){ int (*fp)(void); if (nondet_int()) fp = sched_yield; else fp = g; fp(); return 0; }
