// expect: unsafe
// gcc reports no access when a structure is passed by value.
#include <assert.h>
#include <pthread.h>
struct pair { int a, b, c, d, e, f; };
struct pair g;
struct small { int a; } s;
static int sum(int k, struct pair p, struct small q) { assert(p.a + p.b + p.f + q.a == k); return 0; }
void *w(void *a) { s.a = 1; g.a = 1; g.b = 2; g.f = 3; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); sum(0, g, s); sum(0, g, s); pthread_join(t, 0); sum(7, g, s); return 0; }
