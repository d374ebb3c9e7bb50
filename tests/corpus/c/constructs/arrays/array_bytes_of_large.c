// expect: error too-large
// The array has few elements but many bytes, and any of these may be meant.
#include <assert.h>

long a[1000];

int main(void)
{
    char *bytes = (char *)a;
    int i = 8;
    assert(bytes[i] == 0);
    return 0;
}
