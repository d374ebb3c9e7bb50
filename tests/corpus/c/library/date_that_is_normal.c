// expect: unknown
// `mktime` leaves a year before 1970 as it is.
#include <assert.h>
#include <time.h>

int main(void)
{
    struct tm date = {0};
    date.tm_year = 60;
    date.tm_mday = 1;
    mktime(&date);
    assert(date.tm_year >= 70);
}
