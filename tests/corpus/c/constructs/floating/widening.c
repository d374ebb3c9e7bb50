// expect: safe
// A `float` that is not known is compared with a `double` exactly.
#include <assert.h>

static float half = 0.5f, tiny = 1e-45f;

int main(void)
{
    double wide = tiny;
    assert(half < 0.5000000001 && half > 0.4999999999);
    assert(wide > 1.4e-45 && wide < 1.5e-45);
    return 0;
}
