// expect: unsafe
// Why: `extern` in a block means the variable at file scope, whatever a block around it calls so.
#include <assert.h>

int x = 3;

int main()
{
    int x = 1;
    {
        extern int x;
        x = 4;
    }
    {
        extern int x;
        assert(x != 4);
    }
    return 0;
}
