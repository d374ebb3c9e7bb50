// expect: unsafe
// A device driver that opens, reads and closes (row 15, BOOP): two threads find the device free and open it both, one
// closes it, the other one reads from a closed device. boop_fixed.c is the repaired driver.
#include <assert.h>
#include <pthread.h>
#define EBUSY 16

extern int __VERIFIER_nondet_int(void);

int used, opened;

int device_open(void)
{
    if (used)
        return -EBUSY;
    used = 1;
    opened = 1;
    return 0;
}

void device_read(void)
{
    assert(opened);
}

void device_close(void)
{
    opened = 0;
    used = 0;
}

void *worker(void *unused)
{
    while (__VERIFIER_nondet_int()) {
        if (device_open() == 0) {
            while (__VERIFIER_nondet_int())
                device_read();
            device_close();
        }
    }
    return 0;
}

int main(void)
{
    pthread_t thread;
    while (1)
        pthread_create(&thread, 0, worker, 0);
}
