// expect: safe
// Operators of one precedence with more operands than one expression of the model has.
#include <assert.h>

#define FOUR(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define MANY(...) FOUR(FOUR(FOUR(__VA_ARGS__)))

int g = 2, zero, n;

int main(void)
{
    int l = 2, none = 0, r;
    r = 1 MANY(+ l) + l;
    assert(r == 131);
    r = 1 MANY(+ g) + g;
    assert(r == 131);
    r = 1000 MANY(- l) - 1 - l - 3;
    assert(r == 866);
    r = 1 MANY(^ l) ^ l ^ 4;
    assert(r == 7);
    r = 1 MANY(+ n++) + n;
    assert(r == 2081 && n == 64);

    r = 1 MANY(&& l) && l;
    assert(r == 1);
    r = 1 MANY(&& l) && none && l;
    assert(r == 0);
    r = none MANY(&& l) && l;
    assert(r == 0);
    r = 0 MANY(|| none) || none;
    assert(r == 0);
    r = 0 MANY(|| none) || l || none;
    assert(r == 1);
    r = l MANY(|| none) || none;
    assert(r == 1);
    if (1 MANY(&& l) && none)
        r = 5;
    if (none MANY(|| none) || l)
        r += 2;
    assert(r == 3);

    r = 1 MANY(&& ++n) && zero && ++n;
    assert(r == 0 && n == 128);
    r = 1 MANY(|| ++n) || ++n;
    assert(r == 1 && n == 128);
    r = zero MANY(|| zero) || g;
    assert(r == 1);
    r = (MANY(n--,) n);
    assert(r == 64 && n == 64);
    return 0;
}
