// expect: safe
// A proof may need predicates about bit-fields of more than 32 bits: the checker refused them.
#include <assert.h>

int main(void)
{
  struct wide { unsigned long a : 40; } s;
  s.a = ~0ul;
  assert((long long)(s.a += 2) == 1);
  assert((long long)(s.a -= 5) == 1099511627772);
  assert((long long)(s.a >>= 1) == 549755813886);
  assert((long long)(-s.a + s.a) == 0);
  assert((long long)s.a-- == 549755813886);
  return 0;
}
