// expect: error unsupported
#include <assert.h>
extern _Thread_local int v;
int main(void) { assert(v == 0); return 0; }
