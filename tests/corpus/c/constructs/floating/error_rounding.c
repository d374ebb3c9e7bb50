// expect: error unsupported
// Another rounding would change what constants are.
#include <fenv.h>

int main(void)
{
    fesetround(FE_UPWARD);
    return 0;
}
