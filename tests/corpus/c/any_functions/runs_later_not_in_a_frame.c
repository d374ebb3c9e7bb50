// expect: safe
// As runs_later.c, under the usual assumption.
#include <assert.h>
void on_event(void (*)(void));
static int later, wrong;
static void run(void) { if (later) wrong = 1; }
int main(void) { on_event(run); later = 1; assert(!wrong); }
