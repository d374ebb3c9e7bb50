// expect: safe
// Nothing depends on the number that is approximated.
#include <assert.h>
#include <stdio.h>

static double number = 3;
static int count;

int main(void)
{
    for (int i = 0; i < 3; i++) {
        number = number / 2;
        if (number > 1)
            count++;
    }
    printf("%f %g\n", number, number * 2);
    assert(count <= 3);
    return 0;
}
