// expect: unsafe
// Who asks for the zone gets some.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <sys/time.h>

int main(void)
{
    struct timeval now;
    struct timezone zone = {1, 1};
    gettimeofday(&now, &zone);
    assert(zone.tz_minuteswest == 1);
}
