// expect: safe
// The compiler has names of its own for functions of the library.
#include <assert.h>

int main(void)
{
    assert(__builtin_strlen("abc") == 3);
    assert(__builtin_strcmp("abc", "abd") < 0);
    assert(*__builtin_strchr("abc", 'c') == 'c');
    return 0;
}
