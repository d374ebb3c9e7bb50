// expect: unsafe
// Clocks may be set.
#include <assert.h>
#include <time.h>

int main(void)
{
    time_t first = time(0), second = time(0);
    assert(first <= second);
}
