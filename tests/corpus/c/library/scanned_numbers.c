// expect: safe
// As many conversions store something as the result says.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int x = 0, y = 0;
    char after = 0;
    int done = scanf("%d %d", &x, &y);
    assert(done >= -1 && done <= 2);
    if (done < 2)
        assert(y == 0);
    sscanf("7", "%hhd", (char *)&x);
    assert(after == 0);
}
