// expect: unsafe
// Two calls may return the same object.
#include <assert.h>
struct handle;
struct handle *acquire(void);
int main(void) { struct handle *g = acquire(), *h = acquire(); assert(!g || g != h); }
