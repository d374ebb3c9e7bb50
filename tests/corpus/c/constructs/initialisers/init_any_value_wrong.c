// expect: unsafe
// Without a first value a local variable has any, each of its parts another, and again each time around.
#include <assert.h>

struct pair { int x, y; };

int main(void)
{
    int n = 0;
    for (int i = 0; i < 2; i++) {
        int l, a[2];
        struct pair s;
        _Bool b;
        if (l == 1 + i && a[0] == 2 && a[1] == -1 && s.x == 1 && s.y == 2 && b == i)
            n++;
        l = a[0] = a[1] = s.x = s.y = 7;
    }
    assert(n != 2);
    return 0;
}
