// expect: unsafe
// It does call the function that it is given by name, whatever the type of the parameter is.
#include <assert.h>
void each(void *);
int x;
void one(void) { x = 1; }
int main(void) { each((void *)one); assert(x == 0); }
