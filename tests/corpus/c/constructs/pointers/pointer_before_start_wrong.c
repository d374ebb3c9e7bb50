// expect: unsafe
// Going back from the end by one element too many leads to what lies before the array.
#include <assert.h>

int before[4] = {5, 6, 7, 8};
int a[4] = {1, 2, 3, 4};

int main(void)
{
    int *p = a + 4;
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += *--p;
    return sum == 0;
}
