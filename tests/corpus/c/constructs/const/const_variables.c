// expect: safe
// A variable that is `const` gets its first value, each time anew, and pointers to `const` lead to variables that change.
#include <assert.h>

typedef const int fixed;
static const int table[2][2] = { { 1, 2 }, { 3, 4 } };
fixed limit = 7;
int value;

int main(void)
{
  const int *reader = &value;
  int *const writer = &value;
  for (int i = 0; i < 2; i++) {
    const int twice = 2 * i;
    const struct { int a, b; } pair = { i, twice };
    const char *const text = "ab";
    *writer = twice + table[i][1];
    assert(*reader == pair.b + 2 * i + 2 && limit == 7 && text[1] == 'b');
  }
  return 0;
}
