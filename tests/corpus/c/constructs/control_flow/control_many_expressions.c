// expect: safe
// Thousands of expressions one after the other are not inside each other.
#include <assert.h>
#include <stdio.h>

#define FOUR(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__
#define MANY(...) FOUR(FOUR(FOUR(FOUR(FOUR(FOUR(__VA_ARGS__))))))

int g;

int main(void)
{
    int l = 1;
    MANY(l;)
    MANY((char)l;)
    MANY(&g;)
    MANY(putchar('.');)
    MANY(0,) g += l;
    assert(g == 1 && l == 1);
    return 0;
}
