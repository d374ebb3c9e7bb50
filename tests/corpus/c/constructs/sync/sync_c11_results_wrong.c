// expect: unsafe
// The same calls in the same order; the last one succeeds.
#include <assert.h>
#include <threads.h>
#include <time.h>

mtx_t plain, again, timed;
cnd_t condition;
tss_t key;

int main(void)
{
    struct timespec soon = { 0, 0 };
    assert(mtx_init(&plain, mtx_plain) == thrd_success && mtx_init(&again, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_init(&timed, mtx_timed) == thrd_success && cnd_init(&condition) == thrd_success);
    assert(mtx_lock(&plain) == thrd_success && mtx_trylock(&plain) == thrd_busy);
    assert(mtx_unlock(&plain) == thrd_success && mtx_trylock(&plain) == thrd_success);
    assert(mtx_lock(&again) == thrd_success && mtx_trylock(&again) == thrd_success);
    assert(mtx_unlock(&again) == thrd_success && mtx_unlock(&again) == thrd_success);
    assert(mtx_timedlock(&timed, &soon) == thrd_success && mtx_timedlock(&timed, &soon) == thrd_timedout);
    assert(cnd_signal(&condition) == thrd_success && cnd_broadcast(&condition) == thrd_success);
    int result = cnd_timedwait(&condition, &timed, &soon);
    assert((result == thrd_success || result == thrd_timedout) && mtx_trylock(&timed) == thrd_busy);
    assert(tss_create(&key, 0) == thrd_success && tss_get(key) == 0);
    assert(tss_set(key, &plain) == thrd_success && tss_get(key) == &plain);
    tss_delete(key);
    cnd_destroy(&condition);
    mtx_destroy(&again);
    assert(mtx_unlock(&plain) != thrd_success);
    return 0;
}
