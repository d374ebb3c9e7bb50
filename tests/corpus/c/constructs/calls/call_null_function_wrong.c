// expect: unsafe
// The entry of the table that was left out is no function.
#include <assert.h>

int add(int a, int b) { return a + b; }
int (*table[3])(int, int) = {add, add};

int main(void)
{
    int i = 1;
    assert(table[i](2, 3) == 5);
    i++;
    return table[i](2, 3);
}
