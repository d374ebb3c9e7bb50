// expect: safe, flags --may-fail calloc
// As malloc.c, where another function may fail.
#include <stdlib.h>
int main(void) { int *p = malloc(sizeof *p); *p = 1; free(p); }
