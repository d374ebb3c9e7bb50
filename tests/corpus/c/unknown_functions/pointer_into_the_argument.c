// expect: unsafe
// A function without a body may return a pointer to any element of what it is given.
#include <assert.h>
int *find(const int *);
int all[3];
int main(void) { int *p = find(all); assert(p != &all[2]); }
