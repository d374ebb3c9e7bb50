// expect: unsafe
// December is a month.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = time(0);
    struct tm *date = localtime(&now);
    assert(date->tm_mon < 11);
}
