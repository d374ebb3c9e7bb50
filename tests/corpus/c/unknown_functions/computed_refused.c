// expect: error unsupported
// What the library computes is not any value.
#include <assert.h>
#include <string.h>
int main(void) { char to[8]; assert(strxfrm(to, "text", 8) == 4); }
