// expect: safe
// `typeof` means the variable that is known where it stands, not where the typedef is used.
#include <assert.h>
short x;
typedef __typeof__(x) narrow;
int main(void) { long x = 0; int r = (narrow)70000; assert(r == 4464 && sizeof(narrow) == 2 && x == 0); return 0; }
