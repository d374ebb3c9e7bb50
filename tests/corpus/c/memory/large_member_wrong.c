// expect: unsafe
// A structure with a large array in the middle: its other members have values, one of them another one.
#include <assert.h>
#include <stdlib.h>

#include <string.h>

struct message {
    int kind;
    char text[65536];
    int length;
};

static struct message message, other;

int main(void)
{
    memset(&message, 0, sizeof message);
    message.kind = 1;
    message.length = 7;
    message.text[60000] = 'x';
    other = message;
    assert(other.kind == 1 && other.length == 8 && other.text[0] == 0);
    return 0;
}
