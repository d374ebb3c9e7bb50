// expect: safe
// Every value of a byte is tried.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned square;
int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); square = c * c; assert(square % 16 != 5); }
