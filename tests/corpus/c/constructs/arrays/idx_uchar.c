// expect: safe
#include <assert.h>
int a[300];
int main(){ unsigned char c = 0; a[c] = 5; assert(a[0]==5); return 0; }
