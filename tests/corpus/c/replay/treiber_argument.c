// expect: unsafe
// A stack without protection against ABA; each worker reads its argument, which `main` initialises.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
_Atomic(struct node *) top;
static void push(struct node *n) { struct node *t = atomic_load(&top); do { n->next = t; } while (!atomic_compare_exchange_strong(&top, &t, n)); }
static struct node *pop(void) { struct node *t = atomic_load(&top); while (t && !atomic_compare_exchange_strong(&top, &t, t->next)); return t; }
void *worker(void *arg) {
  struct node *n = malloc(sizeof *n); if (!n) return 0;
  n->value = *(int *)arg; push(n);
  struct node *m = pop(); if (m) free(m);
  return 0;
}
int main(void) {
  pthread_t t[2]; int ids[2] = { 0, 1 };
  for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, worker, &ids[i]);
  for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
  assert(top == 0);
  return 0;
}
