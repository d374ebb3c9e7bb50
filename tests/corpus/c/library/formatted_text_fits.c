// expect: safe
// A formatted text ends within its room.
#include <assert.h>
#include <stdio.h>
#include <string.h>

struct { char name[4]; char after; } s;

int main(void)
{
    snprintf(s.name, sizeof s.name, "worker %d", 1);
    assert(strlen(s.name) < 4 && s.after == 0);
}
