// expect: safe
// What is kept in small types wraps, with and without a sign.
#include <pthread.h>

signed char small = 126;
unsigned char byte = 254;
short middle = 32767;
_Bool truth;
long long wide = 1;

void *one(void *unused)
{
    small += 3;
    byte += 3;
    truth = byte;
    return 0;
}

void *two(void *unused)
{
    middle++;
    byte = byte * 2;
    wide = wide << 40 | small;
    return 0;
}

int main(void)
{
    pthread_t first, second;
    pthread_create(&first, 0, one, 0);
    pthread_create(&second, 0, two, 0);
    pthread_join(first, 0);
    pthread_join(second, 0);
    return 0;
}
