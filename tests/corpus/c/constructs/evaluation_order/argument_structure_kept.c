// expect: unsafe
// From left to right, a structure is passed as it is before the next argument is evaluated.
#include <assert.h>
struct S {
    int x;
} s = {1};
int change(void)
{
    s.x = 2;
    return 0;
}
int get(struct S t, int unused) { return t.x; }
int main(void)
{
    assert(get(s, change()) == 2);
    return 0;
}
