// expect: safe
#include <assert.h>
int a[3] = {1,2,3};
int main(){ int *p = &a[2]; unsigned n = 1; p = p - n; assert(*p == 2); p -= n; assert(*p==1); return 0; }
