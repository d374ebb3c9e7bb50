// expect: unsafe
// The first element is not the one that is copied to.
#include <assert.h>
#include <string.h>

struct slot {
    void *value;
    int number;
};

static void store(void *to, const void *from, unsigned size)
{
    to = (char *)to + size;
    memcpy(to, from, size);
}

static void fetch(void *to, const void *from, unsigned size)
{
    const char *at = (const char *)from + size;
    memcpy(to, at, size);
}

int main(void)
{
    int item;
    struct slot slots[2] = {{0, 1}, {0, 2}}, one = {&item, 7}, other;
    store(slots, &one, sizeof one);
    fetch((void *)&other, slots, sizeof other);
    assert(other.value == &item && other.number == 7 && slots[0].number == 7);
}
