// expect: safe, flags --stub die=noreturn
// Whatever it is declared to return.
#include <assert.h>
int die(void);
int main(void) { int x = die(); assert(x == 5); }
