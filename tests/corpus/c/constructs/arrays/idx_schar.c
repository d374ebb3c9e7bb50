// expect: unsafe
#include <assert.h>
int a[300];
int main(){ signed char c = -56; a[c] = 5; return 0; }
