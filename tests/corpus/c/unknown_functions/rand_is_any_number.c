// expect: unsafe
// Any of them, RAND_MAX included.
#include <assert.h>
#include <stdlib.h>
int main(void) { assert(rand() != RAND_MAX); }
