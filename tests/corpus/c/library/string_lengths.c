// expect: safe
// Lengths of strings in arrays, in literals and of those that grow.

#include <assert.h>
#include <string.h>

int main(void)
{
    char word[8] = "abc";
    assert(strlen(word) == 3 && strlen("") == 0 && strnlen(word, 2) == 2);
    strcat(word, "de");
    assert(strlen(word) == 5 && word[5] == 0);
    strncat(word, "fgh", 1);
    assert(strcmp(word, "abcdef") == 0);
    assert(strspn(word, "cba") == 3 && strcspn(word, "xd") == 3 && strcspn(word, "x") == 6);
}
