// expect: unsafe
// A fresh object of the heap holds the address of a function.
#include <assert.h>
#include <stdlib.h>
struct op { int n; void (*f)(int); struct op *next; };
int x;
static void inc(int n) { x += n; }
int main(void) {
  struct op *z = calloc(1, sizeof *z);
  struct op *o = malloc(sizeof *o);
  if (o->f == inc) { o->f = inc; o->f(1); assert(x == 0); }
  return 0; }
