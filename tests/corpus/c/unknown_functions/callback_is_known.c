// expect: unknown
// What the library's functions do when they are called by a function without a body is not modelled.
#include <stdlib.h>
void each(void *, void (*)(void *));
int main(void) { void *p = malloc(4); each(p, free); }
