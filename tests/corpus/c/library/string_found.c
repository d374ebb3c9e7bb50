// expect: safe
// Pointers into the string that is searched.

#include <assert.h>
#include <string.h>

int main(void)
{
    char path[8] = "a/b/c";
    assert(strchr(path, '/') == path + 1 && strrchr(path, '/') == path + 3 && !strchr(path, 'x'));
    assert(strchr(path, 0) == path + 5 && strstr(path, "b/") == path + 2 && !strstr(path, "bc"));
    assert(*strpbrk(path, "cb") == 'b');
}
