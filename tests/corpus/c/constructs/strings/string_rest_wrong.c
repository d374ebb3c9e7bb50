// expect: unsafe
// The same in the other direction.
#include <assert.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        char text[4] = "a";
        if (i == 1)
            assert(text[3] == 'z');
        text[3] = 'z';
    }
    return 0;
}
