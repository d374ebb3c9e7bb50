// expect: unsafe, flags --may-fail malloc
// It stays 0 only if there is memory.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); assert(errno == 0); }
