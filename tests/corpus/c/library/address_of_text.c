// expect: unknown
// Which address a text tells is approximated.
#include <arpa/inet.h>
#include <assert.h>

int main(void)
{
    assert(inet_addr("127.0.0.1") == htonl(0x7f000001));
}
