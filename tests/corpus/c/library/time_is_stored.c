// expect: safe
// What `time` returns and what it stores is the same, and not negative.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t now, same = time(&now);
    assert(now == same && now >= 0);
}
