// expect: safe
// No jump leads to the label, so that what is refused there does not matter, nor that the functions were looked through for more of it.
#include <assert.h>
#include <setjmp.h>

jmp_buf jump;
int x;

static void add(void)
{
    x++;
}

int main(void)
{
    goto end;
back:
    longjmp(jump, 1);
end:
    add();
    add();
    assert(x == 2);
    return 0;
    if (x)
        goto back;
}
