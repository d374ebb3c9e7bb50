// expect: unsafe
// `%ld` stores more than an `int` has room for.
#include <stdio.h>

int main(void)
{
    int x;
    scanf("%ld", (long *)&x);
}
