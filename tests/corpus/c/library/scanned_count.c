// expect: safe
// `%n` is not counted.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x, count = -1;
    int found = scanf("%d%n", &x, &count);
    assert(found <= 1);
    if (found == -1)
        assert(count == -1);
}
