// expect: error unsupported
// What was written as a word is read as its lowest byte.
#include <assert.h>

union both {
    unsigned word;
    unsigned char bytes[4];
};

int main(void)
{
    union both u;
    u.word = 0x0100;
    assert(u.bytes[1] == 0);
    return 0;
}
