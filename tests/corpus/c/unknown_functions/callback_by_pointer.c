// expect: unsafe
// The function that is handed over may come from a variable.
#include <assert.h>
void each(void (*)(void));
int x;
void one(void) { x = 1; }
void two(void) { x = 2; }
int main(int count, char **arguments) { void (*run)(void) = count > 1 ? one : two; each(run); assert(x != 2); }
