// expect: error unsupported
// A flexible array member with first values: they need memory that the variable does not have here.
#include <assert.h>

struct s { int n; char data[]; };
struct s t = { 2, { 7, 8 } };

int main(void)
{
  char *p = t.data;
  assert(p[1] == 8);
  return 0;
}
