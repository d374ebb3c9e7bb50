// expect: unsafe, flags --may-fail malloc
// The null pointer is followed.
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); *p = 1; free(p); }
