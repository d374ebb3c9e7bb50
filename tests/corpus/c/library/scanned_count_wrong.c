// expect: unknown
// `%n` may store something that the result does not tell, which is approximated.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x, count = -1;
    if (scanf("%d%n", &x, &count) == 1)
        assert(count == -1);
}
