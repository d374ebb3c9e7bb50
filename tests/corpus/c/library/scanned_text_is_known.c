// expect: unknown
// What `sscanf` stores follows from its text, which is approximated.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0;
    assert(sscanf("7", "%d", &x) == 1 && x == 7);
}
