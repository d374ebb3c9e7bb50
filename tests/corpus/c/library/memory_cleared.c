// expect: safe
// `memset` on structures, arrays and numbers, all of them or a part.

#include <assert.h>
#include <string.h>

struct item { int number; char name[4]; struct item *next; _Bool used; int : 0; unsigned low : 3, high : 5; };

int main(void)
{
    struct item items[2];
    memset(items, 0, sizeof items);
    assert(!items[1].number && !items[0].name[3] && !items[1].next && !items[1].high && !items[0].used);
    items[0].number = items[1].number = 7;
    memset(&items[1], 0, sizeof items[1]);
    assert(items[0].number == 7 && items[1].number == 0);
    int numbers[3] = {1, 2, 3};
    memset(numbers + 1, -1, sizeof(int));
    assert(numbers[0] == 1 && numbers[1] == -1 && numbers[2] == 3);
    memset(numbers, 1, 8);
    assert(numbers[0] == 0x01010101 && numbers[2] == 3);
    unsigned char byte;
    assert(memset(&byte, 300, 1) == &byte && byte == 44);
}
