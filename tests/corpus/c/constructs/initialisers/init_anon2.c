// expect: unsafe
#include <assert.h>
struct { union { int a; int b; }; int c; } s = {1, 2};
int main(){ if (s.c == 2) assert(0); return 0; }
