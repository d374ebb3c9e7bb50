// expect: unsafe, flags --may-fail strdup
// The library's own allocations fail by the name that the program calls.
#include <string.h>
int main(void) { char *copy = strdup("a"); copy[0] = 'b'; }
