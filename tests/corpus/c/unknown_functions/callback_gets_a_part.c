// expect: unsafe
// It may get the address of any element of an array that the function is given.
#include <assert.h>
void each(int *all, void (*)(int *));
int all[3];
void mark(int *one) { if (one == &all[2]) *one = 7; }
int main(void) { each(all, mark); assert(all[0] == 7 || all[1] == 7 || all[2] != 7); }
