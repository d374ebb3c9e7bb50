// expect: unknown
// What is written is any text that fits, so a run that depends on it may be none of the program.
#include <assert.h>
#include <stdio.h>

char text[20];

int main(void)
{
    int length = sprintf(text, "%s", "abc");
    assert(length == 3 && text[0] == 'a');
}
