// expect: unknown
// What is in an object of its own is not modelled.
#include <assert.h>
int *foo(void);
int main(void) { int *p = foo(); if (p) *p = 1; }
