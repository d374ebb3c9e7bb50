// expect: unsafe
// The size of the pointer is not that of what it points to.

#include <assert.h>
#include <string.h>

int numbers[4] = {1, 2, 3, 4};

int main(void)
{
    int *all = numbers;
    memset(all, 0, sizeof all);
    assert(numbers[2] == 0);
}
