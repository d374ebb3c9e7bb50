// expect: error unsupported
// Threads that OpenMP starts are not modelled.
#include <assert.h>

int main(void)
{
  int x = 0;
#pragma omp parallel for
  for (int i = 0; i < 2; i++)
    x++;
  assert(x == 2);
  return 0;
}
