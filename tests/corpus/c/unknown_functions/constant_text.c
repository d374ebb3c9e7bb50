// expect: safe
// Texts, and arrays of characters, lead to nothing else.
#include <assert.h>
void note(const char *, const char *);
char name[4] = "abc";
int nondet_int(void);
int main(void) { const char *p = nondet_int() ? name : "text"; note(p, name); assert(name[0] == 'a'); }
