// expect: safe
// The parts of a date are in their ranges.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now = time(0);
    struct tm *date = localtime(&now);
    assert(date->tm_mon >= 0 && date->tm_mon < 12);
    assert(date->tm_sec <= 60);
}
