// expect: unsafe
// The same, but opening trims the device without its semaphore: what a reader found may be gone before it reads.
#include <assert.h>
#include <pthread.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);

#define QUANTUM 4000
#define QSET 1000
#define ERESTARTSYS 512
#define EFAULT 14

pthread_mutex_t semaphore = PTHREAD_MUTEX_INITIALIZER;
unsigned size, quantum = QUANTUM, qset = QSET;
int user;

int down_interruptible(void)
{
    if (__VERIFIER_nondet_int())
        return 1;
    pthread_mutex_lock(&semaphore);
    return 0;
}

void up(void)
{
    pthread_mutex_unlock(&semaphore);
}

void scull_trim(void)
{
    size = 0;
    quantum = QUANTUM;
    qset = QSET;
}

int scull_open(void)
{
    scull_trim();
    return 0;
}

int scull_read(unsigned position, unsigned count)
{
    int result = 0;
    if (down_interruptible())
        return -ERESTARTSYS;
    user = 2;
    if (position >= size)
        goto out;
    if (count > size - position)
        count = size - position;
    unsigned rest = position % (quantum * qset);
    unsigned offset = rest % quantum;
    if (count > quantum - offset)
        count = quantum - offset;
    if (__VERIFIER_nondet_int()) {
        result = -EFAULT;
        goto out;
    }
    result = count;
    assert(user == 2);
    assert(position < size);
out:
    up();
    return result;
}

int scull_write(unsigned position, unsigned count)
{
    int result = 0;
    if (down_interruptible())
        return -ERESTARTSYS;
    user = 3;
    unsigned rest = position % (quantum * qset);
    unsigned offset = rest % quantum;
    if (count > quantum - offset)
        count = quantum - offset;
    if (__VERIFIER_nondet_int()) {
        result = -EFAULT;
        goto out;
    }
    position += count;
    result = count;
    if (size < position)
        size = position;
    assert(user == 3);
    assert(size >= position);
out:
    up();
    return result;
}

void *first(void *unused)
{
    scull_open();
    return 0;
}

void *second(void *unused)
{
    scull_open();
    scull_read(__VERIFIER_nondet_uint(), 10);
    return 0;
}

void *third(void *unused)
{
    scull_open();
    scull_write(__VERIFIER_nondet_uint(), 10);
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, first, 0);
    pthread_create(&thread, 0, second, 0);
    pthread_create(&thread, 0, third, 0);
}
