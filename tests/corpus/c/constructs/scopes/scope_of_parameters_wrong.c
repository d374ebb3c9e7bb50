// expect: unsafe
// What the parameters of a function declare is known in its body, and nowhere else.
#include <assert.h>

enum { A = 1 };
struct s { char a; };

int declared(struct s { long a; } *p);
int size(struct s { long a; } *p) { return sizeof(struct s) + (p == 0); }
int value(enum e { A = 5 } x) { return A; }

int main(void)
{
  assert(value(A) == 1);
  assert(A == 1);
  assert(size(0) == 9);
  assert(sizeof(struct s) == 1);
  return 0;
}
