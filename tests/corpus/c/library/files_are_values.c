// expect: safe
// Standard streams are three files.
#include <assert.h>
#include <stdio.h>

int main(void)
{
    FILE *out = stdout, *file = fopen("name", "r");
    assert(out && out != stderr && stdin != stderr);
    fprintf(out, "%d\n", 1);
    fclose(file ? file : out);
}
