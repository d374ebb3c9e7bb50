// expect: unsafe
// As remainder_of_any.c, where one of the numbers is 7.
#include <assert.h>
#include <stdlib.h>
unsigned product = 1;
int main(void)
{
    for (int i = 0; i < 4; i++)
        product = product * (rand() % 7 + 1);
    assert(product % 7 != 0);
}
