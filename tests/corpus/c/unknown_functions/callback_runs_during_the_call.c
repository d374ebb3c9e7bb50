// expect: safe
// It does not run later.
#include <assert.h>
void each(int (*)(int));
int open, wrong;
int count(int x) { if (!open) wrong = 1; return x; }
int main(void) { open = 1; each(count); open = 0; assert(!wrong); }
