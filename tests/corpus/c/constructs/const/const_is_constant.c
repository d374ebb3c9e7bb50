// expect: safe
// A branch that constants make dead is not looked at, so what is refused there does not matter.
#include <assert.h>
#include <setjmp.h>

jmp_buf jump;
static const int level = 2;
const int *where = &level;

static void report(int how)
{
    if (how > 3)
        longjmp(jump, 1);
}

int main(void)
{
    const int n = 4;
    if (n != 4 || level > 2)
        longjmp(jump, 1);
    report(n - 1);
    assert(*where == level);
}
