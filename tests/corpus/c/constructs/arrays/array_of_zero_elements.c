// expect: error unsupported
// GNU's array of zero elements at the end of a structure has any number of them.
#include <stdlib.h>

struct list { int n; int d[0]; };

int main(void)
{
  struct list *p = malloc(sizeof(struct list) + 3 * sizeof(int));
  if (p) {
    p->d[2] = 5;
    free(p);
  }
  return 0;
}
