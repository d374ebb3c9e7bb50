// expect: unsafe
// An assumption rules out what does not fulfil it and nothing else, and an end in one branch is none in the other.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void abort(void);

int g;

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x == 2 || x == -1);
    if (x == 2)
        abort();
    __CPROVER_assume(g++ == 0);
    assume_abort_if_not(g == 1 && x);
    assert(x == 2);
    return 0;
}
