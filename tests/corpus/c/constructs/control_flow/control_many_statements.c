// expect: safe
// Thousands of statements one after the other are not inside each other.
#include <assert.h>

#define FOUR(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define MANY(...) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(__VA_ARGS__))))))

int g;

int main(void)
{
    int l = 1;
    MANY(;)
    MANY({ })
    MANY((void)0;)
    MANY(if (0);)
    g += l;
    assert(g == 1 && l == 1);
    return 0;
}
