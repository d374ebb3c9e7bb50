// expect: unknown
// A signal without a handler ends the program; in the model it may go on.
#include <assert.h>
#include <signal.h>
#include <unistd.h>
int main(void) { kill(getpid(), SIGKILL); assert(0); }
