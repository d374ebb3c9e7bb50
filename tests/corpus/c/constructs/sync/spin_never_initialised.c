// expect: error unsupported
// With glibc, zeros are a spin lock that is held on some machines and a free one on others.
#include <pthread.h>
pthread_spinlock_t lock;
int main(void) {
    pthread_spin_lock(&lock);
    return 0;
}
