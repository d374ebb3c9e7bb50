// expect: safe
// Characters of strings can be read, and a string ends with a zero.
#include <assert.h>

int main(void)
{
  const char *p = "ab\xff";
  int n = 0;
  while (*p) {
    n += *p;
    p++;
  }
  assert(n == 'a' + 'b' - 1);
  assert("xyz"[2] == 'z' && "xyz"[3] == 0);
  return 0;
}
