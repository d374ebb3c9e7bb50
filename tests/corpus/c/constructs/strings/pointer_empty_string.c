// expect: safe
// The only character of an empty string is its end.
#include <assert.h>

int main(void)
{
    const char *text = "";
    int i = 0;
    char end = text[i];
    return end;
}
