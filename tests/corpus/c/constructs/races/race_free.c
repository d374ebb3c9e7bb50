// expect: unsafe, property race
// --property race: `free` conflicts with the write (and the write may come after it); neither race nor invalid access is reported.
#include <pthread.h>
#include <stdlib.h>
int *p;
void *w(void *q) { *p = 1; return 0; }
int main(void) {
  pthread_t t;
  p = malloc(sizeof *p);
  pthread_create(&t, 0, w, 0);
  free(p);
  return 0;
}
