// expect: unsafe
// What is read is any data.
#include <assert.h>
#include <unistd.h>

int main(void)
{
    char text[4] = "";
    if (read(0, text, 3) == 3)
        assert(text[2] != 'x');
}
