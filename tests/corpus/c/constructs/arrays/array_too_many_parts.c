// expect: safe
// One more part than the 4,096 that have variables of their own.
#include <assert.h>

int main(void)
{
    static int small[4096];
    int a[4097] = {0};
    small[4095] = 1;
    assert(small[4095] == 1 && a[0] == 0);
    return 0;
}
