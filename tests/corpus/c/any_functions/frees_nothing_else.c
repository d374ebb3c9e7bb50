// expect: safe, flags --unknown-functions any
// What it is not given stays.
#include <stdlib.h>
void foo(int *);
int main(void) { int x, *p = malloc(sizeof *p); foo(&x); *p = 1; free(p); }
