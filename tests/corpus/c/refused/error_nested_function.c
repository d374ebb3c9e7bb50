// expect: error unsupported
// A function inside a function changes a variable of the outer one.
#include <assert.h>

int main(void)
{
    int x = 0;
    void change(void)
    {
        x = 1;
    }
    change();
    assert(x == 0);
    return 0;
}
