// expect: unsafe
// A function of the library by the name that the compiler has for it.
#include <assert.h>

int main(void)
{
    assert(__builtin_strlen("abc") == 3);
    assert(__builtin_strcmp("abc", "abd") > 0);
    assert(*__builtin_strchr("abc", 'c') == 'c');
    return 0;
}
