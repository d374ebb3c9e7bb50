// expect: error unsupported
// Another file says how long the array is and what is in it.
#include <assert.h>

extern int table[];

int main(void)
{
    assert(table[1] == 0);
    return 0;
}
