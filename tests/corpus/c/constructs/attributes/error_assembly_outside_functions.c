// expect: error unsupported
// Assembly outside functions may do anything: this could make `boom` run before `main`.
#include <assert.h>

void boom(void) { assert(0); }
asm(".section .init_array,\"aw\"\n.quad boom\n.text");

int main(void) { return 0; }
