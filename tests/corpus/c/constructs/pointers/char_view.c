// expect: unknown
// (safe is the truth; the model does not go that far.)
#include <assert.h>
int nondet_int(void);
int x, y;
int main(){ char *c = nondet_int() ? (char*)&x : (char*)&y; int i = nondet_int(); if (i < 0 || i > 3) return 0; c[i] = 1; return 0; }
