// expect: safe
// A function without a body that is said not to return does not.
#include <assert.h>
void die(const char *) __attribute__((noreturn));
int main(int count, char **arguments) { int ok = count > 1; if (!ok) die("usage"); assert(ok); }
