// expect: error unsupported
// It changes the layout of structures.
#include <assert.h>
#include <stddef.h>

#pragma pack(push, 1)
struct packed { char c; int i; };
#pragma pack(pop)

int main(void)
{
  assert(offsetof(struct packed, i) == 4);
  return 0;
}
