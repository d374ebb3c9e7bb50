// expect: error unsupported
// i times i is -1.
#include <assert.h>
#include <complex.h>

int main(void)
{
    double _Complex x = I;
    x = x * x;
    assert(creal(x) >= 0);
    return 0;
}
