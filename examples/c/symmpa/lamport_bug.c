// expect: unsafe
// The same, but the second thread does not wait until the other has stopped trying.
#include <assert.h>
#include <pthread.h>

int trying1, trying2, x, y, critical;

void *first(void *unused)
{
    while (1) {
        trying1 = 1;
        x = 1;
        if (y != 0) {
            trying1 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 1;
        if (x != 1) {
            trying1 = 0;
            while (trying2)
                ;
            if (y != 1) {
                while (y != 0)
                    ;
                continue;
            }
        }
        critical = 1;
        assert(critical == 1);
        y = 0;
        trying1 = 0;
    }
}

void *second(void *unused)
{
    while (1) {
        trying2 = 1;
        x = 2;
        if (y != 0) {
            trying2 = 0;
            while (y != 0)
                ;
            continue;
        }
        y = 2;
        if (x != 2) {
            trying2 = 0;
            if (y != 2) {
                while (y != 0)
                    ;
                continue;
            }
        }
        critical = 2;
        assert(critical == 2);
        y = 0;
        trying2 = 0;
    }
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
}
