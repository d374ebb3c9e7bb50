// expect: safe
// As keeps_what_it_is_given.c, under the usual assumption.
#include <assert.h>
void take(const int *);
void foo(void);
static int x;
int main(void) { take(&x); x = 1; foo(); assert(x == 1); }
