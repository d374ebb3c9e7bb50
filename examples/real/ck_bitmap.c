// Any number of threads, one after the other, by a bit that says that somebody is inside. With -DBUG it is tested and set in
// two steps.
#include <assert.h>
#include <ck_bitmap.h>
#include <pthread.h>

#ifdef BUG
#undef CK_BITMAP_BTS
#define CK_BITMAP_BTS(map, bit) (CK_BITMAP_TEST(map, bit) || (CK_BITMAP_SET(map, bit), 0))
#endif

static CK_BITMAP_INSTANCE(64) map;
static int inside;

static void *worker(void *unused)
{
    if (!CK_BITMAP_BTS(&map, 40)) {
        assert(inside == 0);
        inside = 1;
        inside = 0;
        CK_BITMAP_RESET(&map, 40);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;
    CK_BITMAP_INIT(&map, 64, false);
    while (1)
        pthread_create(&thread, NULL, worker, NULL);
}
