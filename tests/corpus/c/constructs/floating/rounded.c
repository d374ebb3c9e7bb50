// expect: safe
// A `double` that is not known is rounded to the nearest `float`.
#include <assert.h>

static double tenth = 0.1, large = 1e39, tiny = 1e-46;

int main(void)
{
    float narrow = tenth;
    assert(narrow == 0.1f && narrow != tenth);
    assert((float)large == 1.0f / 0.0f && (float)tiny == 0);
    return 0;
}
