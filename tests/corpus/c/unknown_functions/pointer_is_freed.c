// expect: unknown
// Whether an object of its own may be freed is not known.
#include <stdlib.h>
void *foo(void);
int main(void) { free(foo()); }
