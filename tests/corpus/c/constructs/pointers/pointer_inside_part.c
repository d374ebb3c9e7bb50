// expect: unknown
// (Safe is the truth; the model does not go that far.) The second byte of a number is no variable, but it exists.
#include <assert.h>

int x = 0x01020304;

int main(void)
{
    char *c = (char *)&x;
    int i = 1;
    c += i;
    char second = *c;
    return second == 0;
}
