// expect: safe
// It gets no pointer to an object that the function is not given.
#include <assert.h>
void each(const int *all, void (*)(const int *));
int all[3], other, seen;
void mark(const int *one) { if (one == &other) seen = 1; }
int main(void) { int *p = &other; each(all, mark); assert(!seen && p == &other); }
