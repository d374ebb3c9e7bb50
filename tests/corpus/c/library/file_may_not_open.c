// expect: unsafe
// A file may be missing.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("name", "r");
    assert(file);
}
