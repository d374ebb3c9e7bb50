// expect: safe
// A word of limited width ends within it.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    char word[4] = "";
    scanf((const char *)"%3s", word);
    assert(strlen(word) <= 3);
}
