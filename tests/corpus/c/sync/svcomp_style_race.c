// expect: unsafe
// Test and addition are two steps: with limit 1 and n 1, threads 1 and 2 both see used == 0, and used becomes 2.
extern void abort(void);
#include <assert.h>
void reach_error() { assert(0); }
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
void assume_abort_if_not(int cond) {
  if (!cond) { abort(); }
}
void __VERIFIER_assert(int expression) { if (!expression) { ERROR: { reach_error(); abort(); } }; return; }

#include <pthread.h>

int limit, used;

void *thr1(void *arg) {
  int n = __VERIFIER_nondet_int();
  assume_abort_if_not(n > 0);
  if (n <= limit - used) {
    __VERIFIER_atomic_begin();
    used = used + n;
    __VERIFIER_assert(used <= limit);
    __VERIFIER_atomic_end();
  }
  return 0;
}

int main() {
  pthread_t t;
  limit = __VERIFIER_nondet_int();
  assume_abort_if_not(limit > 0 && limit < 4);
  while (1) { pthread_create(&t, 0, thr1, 0); }
}
