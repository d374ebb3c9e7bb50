// expect: unknown, property reach-error
// (unsafe is the truth; the model does not go that far.)
#include <sched.h>
extern void reach_error(void);
int g(void){return 1;}
int (*tab[2])(void) = { sched_yield, g };
int main(){ int i = 0; tab[i](); reach_error(); return 0; }
