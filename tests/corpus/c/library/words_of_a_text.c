// expect: safe
// `strtok` cuts a text into words.
#include <assert.h>
#include <string.h>

int main(void)
{
    char text[] = "a bc";
    assert(!strcmp(strtok(text, " "), "a"));
    assert(!strcmp(strtok(0, " "), "bc"));
    assert(!strtok(0, " "));
}
