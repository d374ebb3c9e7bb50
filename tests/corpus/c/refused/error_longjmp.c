// expect: error unsupported
// The second return of setjmp comes from longjmp.
#include <assert.h>
#include <setjmp.h>

jmp_buf place;

void back(void)
{
    longjmp(place, 1);
}

int main(void)
{
    if (setjmp(place) == 0)
        back();
    else
        assert(0);
    return 0;
}
