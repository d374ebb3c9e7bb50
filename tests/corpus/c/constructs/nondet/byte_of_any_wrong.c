// expect: unsafe
// As byte_of_any.c, for a number that is the square of one.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
unsigned square;
int main(void) { unsigned char c = __VERIFIER_nondet_uchar(); square = c * c; assert(square != 225 * 225); }
