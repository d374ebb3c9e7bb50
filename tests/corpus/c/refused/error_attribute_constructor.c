// expect: error unsupported
// The function runs before `main`.
#include <assert.h>

int x;

__attribute__((constructor)) static void before(void) { x = 1; }

int main(void) { assert(x == 0); }
