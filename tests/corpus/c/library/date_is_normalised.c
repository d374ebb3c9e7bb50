// expect: unknown
// `mktime` makes 1 of these 61 seconds, whatever the time zone is; in the model it makes any number.
#include <assert.h>
#include <time.h>
int main(void)
{
    struct tm date = {0};
    date.tm_year = 100;
    date.tm_mday = 5;
    date.tm_sec = 61;
    mktime(&date);
    assert(date.tm_sec == 1);
}
