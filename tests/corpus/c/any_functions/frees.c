// expect: unsafe, flags --unknown-functions any
// It may free what it is given.
#include <stdlib.h>
void foo(int *);
int main(void) { int *p = malloc(sizeof *p); foo(p); *p = 1; }
