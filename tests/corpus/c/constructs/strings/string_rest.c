// expect: safe
// What a text leaves of its array is zero, every time.
#include <assert.h>

int main(void)
{
    for (int i = 0; i < 2; i++) {
        char text[4] = "a";
        assert(text[2] == 0 && text[3] == 0);
        text[2] = text[3] = 'z';
    }
    return 0;
}
