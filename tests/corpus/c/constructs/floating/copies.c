// expect: safe
// Numbers are copied exactly: in structures, arrays, parameters, results, and through pointers.
#include <assert.h>

struct point {
    float x;
    double y;
    long double z;
};

static struct point origin = { 1.5f, -2.25, 3.0L };
static double numbers[3] = { 0.5, 1.5 };

static double pick(double first, float second, int which)
{
    return which ? second : first;
}

static void put(double *to, struct point point)
{
    *to = point.y;
}

int main(void)
{
    struct point copy = origin;
    double (*choose)(double, float, int) = pick;
    double y = 7;
    put(&y, copy);
    assert(y == -2.25 && copy.x == 1.5f);
    assert(choose(0.1, 0.5f, 0) == 0.1 && choose(0.1, 0.5f, 1) == 0.5);
    for (int i = 0; i < 3; i++)
        copy.y = numbers[i];
    assert(copy.y == 0 && !copy.y);
    numbers[2] = copy.x;
    assert(numbers[2] == 1.5);
    return 0;
}
