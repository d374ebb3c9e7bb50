// expect: safe
// Only options that are in the text are found, and one with a colon has a value.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char name[] = "name", first[] = "-a", second[] = "7";
    char *arguments[] = {name, first, second, 0};
    int c = getopt(3, arguments, "va:");
    assert(c == 'v' || c == 'a' || c == '?' || c == -1);
    if (c == 'a')
        assert(optarg != 0);
}
