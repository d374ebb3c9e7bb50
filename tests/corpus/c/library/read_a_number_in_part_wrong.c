// expect: unsafe
// Two bytes of a number are read.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    unsigned number = 0x12345678;
    read(0, &number, 2);
    assert(number != 0x12340000);
}
