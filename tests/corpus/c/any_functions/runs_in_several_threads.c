// expect: unsafe, flags --unknown-functions any
// It may run in two threads at once.
#include <assert.h>
void on_event(void (*)(void));
static int inside;
static void run(void) { inside++; assert(inside < 2); inside--; }
int main(void) { on_event(run); }
