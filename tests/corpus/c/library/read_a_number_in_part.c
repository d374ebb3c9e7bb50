// expect: safe
// Two bytes of a number are read; the others stay.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    unsigned number = 0x12345678;
    read(0, &number, 2);
    assert(number >> 16 == 0x1234);
}
