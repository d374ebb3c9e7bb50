// expect: unsafe
// An object of the heap may be written, too.
#include <assert.h>
#include <stdlib.h>
void foo(long *);
int main(void) { long *p = malloc(sizeof *p); *p = 1; foo(p); assert(*p == 1); }
