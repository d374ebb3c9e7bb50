// expect: safe
// QRCU, a variant of read-copy-update by McKenney, two readers and an updater: the updater returns only when who was reading has finished.
#include <assert.h>
#include <pthread.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern int __VERIFIER_nondet_int(void);

int index, counter0 = 1, counter1;
int progress1, progress2;

void read_lock(int *mine)
{
    int entered = 0;
    while (!entered) {
        *mine = index;
        __VERIFIER_atomic_begin();
        if (*mine == 0 && counter0 > 0) {
            counter0++;
            entered = 1;
        } else if (*mine == 1 && counter1 > 0) {
            counter1++;
            entered = 1;
        }
        __VERIFIER_atomic_end();
    }
}

void read_unlock(int *mine)
{
    __VERIFIER_atomic_begin();
    if (*mine == 0)
        counter0--;
    else
        counter1--;
    __VERIFIER_atomic_end();
}

void *reader1(void *unused)
{
    int mine;
    read_lock(&mine);
    progress1 = 1;
    progress1 = 2;
    read_unlock(&mine);
    return 0;
}

void *reader2(void *unused)
{
    int mine;
    read_lock(&mine);
    progress2 = 1;
    progress2 = 2;
    read_unlock(&mine);
    return 0;
}

void sum_unordered(int *sum)
{
    if (__VERIFIER_nondet_int()) {
        *sum = counter0;
        *sum += counter1;
    } else {
        *sum = counter1;
        *sum += counter0;
    }
}

void synchronize(void)
{
    int sum;
    sum_unordered(&sum);
    if (sum <= 1)
        sum_unordered(&sum);
    if (sum > 1) {
        if (index == 0) {
            __VERIFIER_atomic_begin();
            counter1++;
            __VERIFIER_atomic_end();
            index = 1;
            __VERIFIER_atomic_begin();
            counter0--;
            __VERIFIER_atomic_end();
            while (counter0 > 0)
                ;
        } else {
            __VERIFIER_atomic_begin();
            counter0++;
            __VERIFIER_atomic_end();
            index = 0;
            __VERIFIER_atomic_begin();
            counter1--;
            __VERIFIER_atomic_end();
            while (counter1 > 0)
                ;
        }
    }
}

void *updater(void *unused)
{
    int before1 = progress1;
    int before2 = progress2;
    synchronize();
    assert(before1 != 1 || progress1 != 1);
    assert(before2 != 1 || progress2 != 1);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, updater, 0);
    pthread_create(&thread, 0, reader1, 0);
    pthread_create(&thread, 0, reader2, 0);
}
