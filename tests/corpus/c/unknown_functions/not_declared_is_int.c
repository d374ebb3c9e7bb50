// expect: safe
// The same: its result has the size of an `int`.
#include <assert.h>
int main(void) { assert(sizeof foo(1) == sizeof(int)); }
