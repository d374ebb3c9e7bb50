// expect: safe
// An object of its own can be compared and handed on.
#include <assert.h>
struct handle;
struct handle *acquire(void);
int use(struct handle *);
int done;
int main(void) { struct handle *h = acquire(); if (h) use(h); assert(done == 0); }
