// expect: unsafe
// More is asked for than there is room.
#include <unistd.h>

int main(void)
{
    char text[4];
    read(0, text, 5);
}
