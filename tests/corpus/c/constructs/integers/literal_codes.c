// expect: safe
// Hexadecimal codes have any number of digits, characters outside ASCII are several, as gcc has them.
#include <assert.h>

int main(void)
{
  const char text[] = "\x0000000000000000000041z";
  assert('\x00000000000000000000041' == 65 && text[0] == 65 && text[1] == 'z');
  assert('é' == 50089 && '\u00e9' == 50089 && 'aé' == 6407081);
  assert('\E' == 27 && '\xff' == -1 && 'ab' == 24930);
  return 0;
}
