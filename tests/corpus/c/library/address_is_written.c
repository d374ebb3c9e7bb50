// expect: unsafe
// `accept` writes the address.
#include <assert.h>
#include <sys/socket.h>

char address[4];

int main(void)
{
    socklen_t bytes = sizeof address;
    accept(3, (struct sockaddr *)address, &bytes);
    assert(address[0] == 0);
}
