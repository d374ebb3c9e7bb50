// expect: error unsupported
#include <assert.h>
extern long x;
int main(void) { assert(sizeof x == 8); return 0; }
extern int x;
int x = 1;
