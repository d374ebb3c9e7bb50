// expect: safe
// `memcpy` and `memmove` of structures, of elements that overlap, and of characters by a computed number.

#include <assert.h>
#include <string.h>

struct pair { int left; char *right; };

int copy(char *to, const char *from, unsigned long count)
{
    memcpy(to, from, count);
    return to[0];
}

int main(void)
{
    char letters[4] = "abc", others[4] = "";
    struct pair one = {1, letters}, other;
    memcpy(&other, &one, sizeof one);
    assert(other.left == 1 && other.right[1] == 'b');
    int numbers[4] = {1, 2, 3, 4};
    memmove(numbers + 1, numbers, 3 * sizeof(int));
    assert(numbers[0] == 1 && numbers[1] == 1 && numbers[2] == 2 && numbers[3] == 3);
    memmove(numbers, numbers + 1, sizeof(int) * 3);
    assert(numbers[0] == 1 && numbers[1] == 2 && numbers[2] == 3 && numbers[3] == 3);
    unsigned long count = strlen(letters) + 1;
    assert(copy(others, letters, count) == 'a' && strcmp(others, "abc") == 0 && memcmp(others, letters, 4) == 0);
    assert(memchr(letters, 'c', 4) == letters + 2);
}
