// expect: safe
// `bind` only reads the address, and `accept` fills at most what there is room for.
#include <assert.h>
#include <sys/socket.h>

struct { char address[4]; int after; } s;

int main(void)
{
    socklen_t bytes = sizeof s.address;
    int file = socket(AF_UNIX, SOCK_STREAM, 0);
    if (file < 0 || bind(file, (struct sockaddr *)s.address, bytes))
        return 1;
    assert(s.address[0] == 0);
    accept(file, (struct sockaddr *)s.address, &bytes);
    assert(s.after == 0);
}
