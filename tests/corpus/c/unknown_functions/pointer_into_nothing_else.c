// expect: safe
// It returns none to an object that it is not given.
#include <assert.h>
int *find(const int *);
int all[3], other;
int main(void) { int *p = find(all); assert(p != &other); }
