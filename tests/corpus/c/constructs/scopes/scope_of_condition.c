// expect: safe
// An `if`, a loop, and each of their parts is a block: what is declared there ends there (C11 6.8.4, 6.8.5).
#include <assert.h>

enum { N = 1 };
struct s { char a; };

int main(void)
{
  unsigned long n = 0;
  if (sizeof(enum { N = 2 })) { }
  assert(N == 1);
  while (sizeof(enum { N = 3 }) == 0) { }
  assert(N == 1);
  do n = sizeof(enum { N = 4 }); while (n == 77);
  assert(N == 1);
  switch (sizeof(enum { N = 5 })) { }
  assert(N == 1);
  if (n) n = sizeof(enum { N = 6 }); else n = sizeof(enum { N = 7 });
  assert(N == 1);
  if (sizeof(struct s { long a; long b; })) { }
  assert(sizeof(struct s) == 1);
  return 0;
}
