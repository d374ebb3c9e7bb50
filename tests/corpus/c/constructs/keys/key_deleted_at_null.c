// expect: unsafe
// The key is read, and there is none.
#include <pthread.h>
pthread_key_t *k;
int main(void) { pthread_key_delete(*k); return 0; }
