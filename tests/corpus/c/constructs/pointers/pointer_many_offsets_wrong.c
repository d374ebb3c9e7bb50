// expect: unsafe
// A pointer that may lead to more than 256 elements of an array must not lead past its end.
#include <assert.h>

char a[260];

int main(void)
{
    char *p = a;
    int n = 0;
    while (n < 3) {
        p++;
        n++;
    }
    p += 257;
    assert(p - a == 260);
    p -= 0;
    *p = 5;
    assert(a[259] == 5 && a[258] == 0 && a[0] == 0);
    p -= 256;
    *p = 6;
    assert(a[3] == 6 && a[2] == 0 && a[4] == 0);
    return 0;
}
