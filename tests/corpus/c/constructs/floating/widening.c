// expect: safe
// A `float` that is not known is compared with a `double` exactly.
#include <assert.h>

static float numbers[4] = { 0.5f, -3, 0, 1e30f };

int main(void)
{
    int below = 0;
    for (int i = 0; i < 4; i++)
        below += numbers[i] < 0.5000000001;
    assert(below == 3);
    double wide = numbers[1];
    float back = wide;
    assert(wide == -3 && back == numbers[1]);
    return 0;
}
