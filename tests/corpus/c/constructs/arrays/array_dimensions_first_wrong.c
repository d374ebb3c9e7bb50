// expect: unsafe
// The first index is out of range.
#include <assert.h>

int a[3][4];
int after[4];

int main(void)
{
    int i = 2, j = 0;
    a[i][j] = 5;
    assert(a[2][0] == 5);
    i++;
    return a[i][j];
}
