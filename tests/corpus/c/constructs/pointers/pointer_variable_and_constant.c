// expect: safe
// A pointer that moves by a variable and then by a constant stays in its array.
#include <assert.h>
int a[10];
int main(void)
{
    int i = 7;
    int *q = a + i - 5;
    *q = 3;
    assert(a[2] == 3);
    return 0;
}
