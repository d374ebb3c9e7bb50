// expect: unsafe
// A function that is handed to one without a body may run during the call, more than once.
#include <assert.h>
void each(int (*)(int));
int runs;
int count(int x) { runs++; return x; }
int main(void) { each(count); assert(runs != 2); }
