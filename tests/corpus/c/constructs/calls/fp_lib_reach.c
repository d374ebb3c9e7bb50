// expect: unknown, property reach-error
// (unsafe is the truth; the model does not go that far.)
#include <sched.h>
extern void reach_error(void);
int g(void){return 1;}
extern int __VERIFIER_nondet_int(void);
int main(){ int (*fp)(void) = __VERIFIER_nondet_int() ? sched_yield : g; int r = fp(); if (r != 1) reach_error(); return 0; }
