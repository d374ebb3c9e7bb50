// expect: safe, property reach-error
// The argument is evaluated first, and ends the program.
#include <stdlib.h>
extern void reach_error(int);
int leave(void) { exit(0); }
int main(void) { reach_error(leave()); return 0; }
