// expect: error unsupported
// What the library computes is not any value.
#include <assert.h>
#include <string.h>
int main(void) { assert(strlen("text") == 4); }
