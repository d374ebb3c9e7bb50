// expect: unsafe
// Two calls may return different objects.
#include <assert.h>
struct handle;
struct handle *acquire(void);
int main(void) { struct handle *g = acquire(), *h = acquire(); assert(!g || !h || g == h); }
