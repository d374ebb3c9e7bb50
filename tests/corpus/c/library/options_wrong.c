// expect: unsafe
// An option without a colon has no value.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char name[] = "name", first[] = "-a", second[] = "7";
    char *arguments[] = {name, first, second, 0};
    int c = getopt(3, arguments, "va:");
    if (c == 'v')
        assert(optarg != 0);
}
