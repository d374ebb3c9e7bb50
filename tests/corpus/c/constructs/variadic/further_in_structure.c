// expect: safe, property reach-error
// A function reads the arguments from a list in a structure.
#include <stdarg.h>

void reach_error(void);

struct source {
    int n;
    va_list list;
};

static int next(struct source *source)
{
    return va_arg(source->list, int);
}

static int first(int n, ...)
{
    struct source source;
    source.n = n;
    va_start(source.list, n);
    int value = next(&source);
    va_end(source.list);
    return value;
}

int main(void)
{
    if (first(1, 7) != 7)
        reach_error();
    return 0;
}
