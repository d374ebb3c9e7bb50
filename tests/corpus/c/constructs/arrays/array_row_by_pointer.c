// expect: unsafe
// So does a row that a pointer leads to.
#include <assert.h>
int a[2][3] = {{1, 2, 3}, {4, 5, 6}};
int n;
int main(void)
{
    int (*row)[3] = a;
    row += n;
    assert((*row)[3] == 4);
    return 0;
}
