// expect: unknown
// The text is approximated, so that a run that needs one that is not written proves nothing.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char name[4];
    snprintf(name, sizeof name, "%d", 1);
    assert(name[0] == '1');
}
