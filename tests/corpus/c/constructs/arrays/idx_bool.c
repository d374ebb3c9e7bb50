// expect: safe
#include <assert.h>
int a[2];
int main(){ _Bool b = 1; a[b] = 5; assert(a[1]==5); return 0; }
