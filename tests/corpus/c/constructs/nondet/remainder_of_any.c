// expect: safe
// Of these numbers only a remainder matters.
#include <assert.h>
#include <stdlib.h>
unsigned product = 1;
int main(void)
{
    for (int i = 0; i < 4; i++)
        product = product * (rand() % 6 + 1);
    assert(product % 7 != 0);
}
