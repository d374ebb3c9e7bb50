// expect: unsafe
// `fgets` with room for the zero alone stores it and succeeds, as glibc does.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    char line[4];
    assert(fgets(line, 1, stdin) == 0);
}
