// expect: error unsupported
// A handler runs later, which is more than writing an argument.
#include <signal.h>
void handle(int number) { }
int main(void) { signal(SIGINT, handle); }
