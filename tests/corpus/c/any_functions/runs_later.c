// expect: unsafe, flags --unknown-functions any
// A function that it is given may run after the call.
#include <assert.h>
void on_event(void (*)(void));
static int later, wrong;
static void run(void) { if (later) wrong = 1; }
int main(void) { on_event(run); later = 1; assert(!wrong); }
