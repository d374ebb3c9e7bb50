// expect: error unsupported, property race
// (unsafe is the truth; the model does not go that far.)
// --property race: the second round's write to `k` races with the first thread's read.
#include <pthread.h>
void *w(void *a) { int v = *(int *)a; return 0; }
int main(void) {
  pthread_t t[2];
  for (int i = 0; i < 2; i++) { int k = i; pthread_create(&t[i], 0, w, &k); }
  return 0;
}
