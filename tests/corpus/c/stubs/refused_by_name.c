// expect: safe, flags --stub syscall=pure
// A function that is refused by its name is accepted where somebody says what it does.
#include <assert.h>
long syscall(long number, ...);
int x;
int main(void) { syscall(24); assert(x == 0); }
