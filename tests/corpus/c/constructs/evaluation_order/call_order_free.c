// expect: safe
// Functions that look at nothing but their own variables may be called in any order.
#include <assert.h>
#include <stdio.h>

int square(int n)
{
    int result = n * n;
    printf("%d\n", result);
    return result;
}
int sum(int n)
{
    int total = 0;
    while (n > 0)
        total += n--;
    return total + square(0);
}

int main(void)
{
    int i = 3;
    assert(square(i) + sum(i) == 15 && sum(2) - square(1) == 2);
    return 0;
}
