// expect: unsafe
// Less may be read than was asked for.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char text[4];
    long n = read(0, text, 3);
    assert(n < 0 || n == 3);
}
