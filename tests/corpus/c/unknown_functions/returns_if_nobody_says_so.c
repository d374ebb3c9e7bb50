// expect: unsafe
// As does_not_return.c; nobody says that it does not return.
#include <assert.h>
void die(const char *);
int main(int count, char **arguments) { int ok = count > 1; if (!ok) die("usage"); assert(ok); }
