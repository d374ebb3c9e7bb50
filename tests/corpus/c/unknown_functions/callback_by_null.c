// expect: safe
// A null pointer is no function that could run.
#include <assert.h>
void each(void (*)(void));
int x;
void one(void) { x = 1; }
int main(int count, char **arguments) { void (*run)(void) = count > 1 ? one : 0; each(run); assert(x != 2); }
