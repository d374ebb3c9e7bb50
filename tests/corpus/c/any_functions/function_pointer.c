// expect: unknown, flags --unknown-functions any
// A pointer to a function with external linkage may lead to one that is not in the program.
#include <assert.h>
void foo(void);
static int x;
static void one(void) { x = 1; }
void (*run)(void) = one;
int main(void) { foo(); run(); assert(x == 1); }
