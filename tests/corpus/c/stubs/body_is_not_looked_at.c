// expect: unsafe, flags --stub next=frame
// What the source says of the function does not matter.
#include <assert.h>
int next(void) { return 1; }
int main(void) { assert(next() == 1); }
