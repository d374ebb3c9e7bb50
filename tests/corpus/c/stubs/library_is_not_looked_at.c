// expect: unsafe, flags --stub strlen=pure
// The same holds of functions that the library defines, and of names with a meaning.
#include <assert.h>
#include <string.h>
int main(void) { assert(strlen("abc") == 3); }
