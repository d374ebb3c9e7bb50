// expect: unknown
// What it would do to a lock is not modelled.
#include <assert.h>
#include <pthread.h>
struct s { pthread_mutex_t m; int v; } s;
void foo(struct s *);
int x;
int main(void) { foo(&s); assert(x == 0); }
