// expect: safe
// Behind the bytes that were read nothing changes, and no more is read than was asked for.
#include <assert.h>
#include <unistd.h>

struct message {
    char before;
    char text[4];
    char after;
} message;

int main(void)
{
    long n = read(0, message.text, 3);
    assert(n >= -1 && n <= 3);
    assert(message.before == 0 && message.after == 0 && message.text[3] == 0);
    if (n < 2)
        assert(message.text[1] == 0);
}
