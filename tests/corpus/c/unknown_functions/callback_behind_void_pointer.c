// expect: unknown
// A function without a body may call what a pointer leads to that is no pointer to functions by its type.
#include <assert.h>
void each(void *);
int x;
void one(void) { x = 1; }
int main(int count, char **arguments) { void *p = count > 1 ? (void *)one : 0; each(p); assert(x == 0); }
