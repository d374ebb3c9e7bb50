// expect: safe
// As frees.c, under the usual assumption.
#include <stdlib.h>
void foo(int *);
int main(void) { int *p = malloc(sizeof *p); foo(p); *p = 1; }
