// expect: unsafe
// A fresh object of the heap holds a null function pointer.
#include <assert.h>
#include <stdlib.h>
struct op { int n; void (*f)(int); struct op *next; };
int x;
static void inc(int n) { x += n; }
int main(void) {
  struct op *z = calloc(1, sizeof *z);
  struct op *o = malloc(sizeof *o);
  if (o->f == 0) { o->f = inc; o->f(1); assert(x == 0); }
  return 0; }
