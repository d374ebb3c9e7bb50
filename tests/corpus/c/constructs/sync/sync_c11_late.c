// expect: unsafe
// A timed wait of C11 may be too late, and then returns the number that C11 has for it.
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t m;
cnd_t condition;

int main(void)
{
    struct timespec soon = { 0, 0 };
    mtx_init(&m, mtx_plain);
    cnd_init(&condition);
    mtx_lock(&m);
    assert(cnd_timedwait(&condition, &m, &soon) != thrd_timedout);
    return 0;
}
