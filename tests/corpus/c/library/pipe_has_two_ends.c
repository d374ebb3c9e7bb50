// expect: safe
// Descriptors are not negative.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    int files[2];
    if (pipe(files) == 0)
        assert(files[0] >= 0 && files[1] >= 0);
}
