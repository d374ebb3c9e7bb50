// expect: unsafe
// One element more than there are.

#include <string.h>

int numbers[4];

int main(void)
{
    memset(numbers, 0, 5 * sizeof *numbers);
}
