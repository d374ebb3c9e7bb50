// expect: error arity
// A lock without a mutex.
extern int pthread_mutex_lock();

int main(void)
{
    return pthread_mutex_lock();
}
