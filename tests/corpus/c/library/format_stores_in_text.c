// expect: error unsupported
// `%n` stores a number.
#include <stdio.h>

int main(void)
{
    char text[4];
    int length;
    snprintf(text, sizeof text, "%d%n", 1, &length);
}
