// expect: unknown
// What a pointer inside an object leads to may be written although the object is `const`.
#include <assert.h>
int x;
struct s { int *p; } s = { &x };
void foo(const struct s *);
int main(void) { foo(&s); assert(x == 0); }
