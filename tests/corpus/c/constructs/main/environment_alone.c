// expect: unsafe
// The number of variables of the environment is not that of the arguments, also where the arguments are not looked at.
#include <assert.h>

int main(int argc, char **argv, char **environment)
{
    if (!environment[0])
        assert(argc == 0);
}
