// expect: unknown
// (Safe is the truth; the model does not go that far.) The only character of an empty string is no variable.
#include <assert.h>

int main(void)
{
    const char *text = "";
    int i = 0;
    char end = text[i];
    return end;
}
