// expect: unsafe
// A function that takes another structure is called through a pointer, which is as if it was none.
#include <assert.h>

struct one {
    int value;
};
struct two {
    int value;
};
int first(struct one o) { return o.value; }
int second(struct two t) { return t.value + 1; }
int (*f)(struct one) = first;

int main(void)
{
    struct one o = {5};
    assert(f(o) == 5);
    f = (int (*)(struct one))second;
    return f(o);
}
