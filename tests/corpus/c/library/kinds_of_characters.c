// expect: safe
// Any character that is a digit is between 0 and 9, and upper case is the inverse of lower case.

#include <assert.h>
#include <ctype.h>
#include <stdio.h>

int main(void)
{
    int c = getchar();
    if (isdigit(c))
        assert(c >= '0' && c <= '9' && !isalpha(c));
    if (islower(c))
        assert(tolower(toupper(c)) == c);
}
