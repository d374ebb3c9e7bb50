// expect: safe
// `rand` returns a number from 0 to RAND_MAX.
#include <assert.h>
#include <stdlib.h>
int main(void) { int n = rand(); assert(n >= 0 && n <= RAND_MAX); }
