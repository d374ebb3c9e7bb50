// expect: safe
// What output functions return is 0 or a number, or -1 after a failure.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int flushed = fflush(stdout);
    assert(flushed == 0 || flushed == -1);
    assert(printf("a") >= -1);
}
