// expect: safe
// Further arguments of several types, told by a text: structures are passed whole, small numbers as `int`.
#include <assert.h>
#include <stdarg.h>

struct pair {
    int left;
    long right;
};

long total(const char *kinds, ...)
{
    va_list list;
    long result = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i')
            result += va_arg(list, int);
        else if (*kinds == 'l')
            result += va_arg(list, long);
        else if (*kinds == 's')
            result += va_arg(list, char *)[0];
        else {
            struct pair pair = va_arg(list, struct pair);
            result += pair.left * pair.right;
        }
    }
    va_end(list);
    return result;
}

int main(void)
{
    struct pair pair = { 2, 5 };
    short small = -1;
    assert(total("ilspi", 1, 1000L, "A", pair, small) == 1 + 1000 + 65 + 10 - 1);
    return 0;
}
