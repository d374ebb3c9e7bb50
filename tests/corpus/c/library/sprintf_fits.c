// expect: safe
// The text ends, and a part of what is written is not looked at.
#include <assert.h>
#include <stdio.h>

char text[20];

int main(void)
{
    int length = sprintf(text, "%s", "abc");
    assert(length >= 0);
}
