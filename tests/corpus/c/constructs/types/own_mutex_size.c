// expect: safe
// The program's own types of the library's names have their own sizes.
#include <assert.h>
typedef struct { char bytes[3]; } pthread_once_t;
typedef int pthread_mutex_t;
struct both { pthread_once_t once; char last; };
int main(void) { assert(sizeof(struct both) == 4 && sizeof(pthread_mutex_t) == 4); return 0; }
