// expect: error unsupported
// An atomic number would need operations of its own.
#include <stdatomic.h>

static _Atomic double number;

int main(void)
{
    number += 1;
    return 0;
}
