// expect: safe, flags --stub die=noreturn
// The user knows that it does not return.
#include <assert.h>
void die(void);
int main(int count, char **arguments) { int ok = count > 1; if (!ok) die(); assert(ok); }
