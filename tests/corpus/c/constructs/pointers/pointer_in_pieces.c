// expect: unsafe, property reach-error
// A pointer that is cut into pieces of 16 bits and put together again leads where it led.
#include <stdint.h>
void reach_error(void);

int x;

int main(void)
{
  uintptr_t whole = (uintptr_t)&x;
  unsigned short piece[4];
  for (int i = 0; i < 4; i++)
    piece[i] = (unsigned short)(whole >> (16 * i));
  uintptr_t again = 0;
  for (int i = 0; i < 4; i++)
    again |= (uintptr_t)piece[i] << (16 * i);
  *(int *)again = 1;
  if (x == 1)
    reach_error();
  return 0;
}
