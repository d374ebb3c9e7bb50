// One of two files; see counter.yml.
#include "counter.h"

int value;

void increment(void)
{
    __VERIFIER_atomic_begin();
    int before = value;
    value = before + 1;
    if (value != before + 1)
        reach_error();
    __VERIFIER_atomic_end();
}
