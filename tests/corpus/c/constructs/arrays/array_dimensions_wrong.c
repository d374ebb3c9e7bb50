// expect: unsafe
// The last index is out of range although the element would lie inside the array.
#include <assert.h>

int a[3][4];

int main(void)
{
    int i = 1, j = 3;
    a[i][j] = 5;
    assert(a[1][3] == 5);
    j++;
    return a[i][j];
}
