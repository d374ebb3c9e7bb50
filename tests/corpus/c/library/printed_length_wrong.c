// expect: unsafe
// Printing may fail.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    assert(printf("a") >= 0);
}
