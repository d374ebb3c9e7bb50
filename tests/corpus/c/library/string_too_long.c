// expect: unsafe
// A copy of four characters and the zero into an array of four.

#include <string.h>

int main(void)
{
    char name[4] = "";
    strcpy(name, "abcd");
}
