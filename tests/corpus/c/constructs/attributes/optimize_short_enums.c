// expect: error unsupported
// The option changes the size of the enumeration.
#include <assert.h>
#pragma GCC optimize("short-enums")
enum small { one };
int main(void) { assert(sizeof(enum small) == 4); return 0; }
