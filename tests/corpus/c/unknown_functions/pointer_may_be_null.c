// expect: unsafe
// A pointer that it returns may be null.
#include <assert.h>
struct handle;
struct handle *acquire(void);
int main(void) { assert(acquire() != 0); }
