// expect: safe, flags --may-fail malloc
// The reason is ENOMEM.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); if (!p) assert(errno == ENOMEM); }
