// expect: safe
// The null pointer may be freed, however it is written.
#include <stdlib.h>
int main(void)
{
    free(0);
    return 0;
}
