// expect: safe
// A program may define it itself.
#include <assert.h>
int rand(void) { return -1; }
int main(void) { assert(rand() == -1); }
