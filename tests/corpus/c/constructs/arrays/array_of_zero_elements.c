// expect: safe
// GNU's array of zero elements at the end of a structure has as many of them as the object of the heap has room for.
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
