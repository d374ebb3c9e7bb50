// expect: error unsupported
// `%n`, written with an escape sequence.
#include <assert.h>
#include <stdio.h>
int main(void) { int n = 0; printf("ab\x25n", &n); assert(n == 0); return 0; }
