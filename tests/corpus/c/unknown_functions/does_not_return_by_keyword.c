// expect: safe
// The keyword of C11 says the same.
#include <assert.h>
extern _Noreturn void die(int);
int main(int count, char **arguments) { int ok = count > 1; if (!ok) die(1); assert(ok); }
