// expect: error unsupported
// (unsafe is the truth; the model does not go that far.)
#include <assert.h>
union { int i; char c; } u = { .i = 5 };
int main(){ assert(u.c == 0); return 0; }
