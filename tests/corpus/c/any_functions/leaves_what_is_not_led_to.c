// expect: safe, flags --unknown-functions any
// As writes_what_it_is_led_to.c, with a pointer that it cannot name.
#include <assert.h>
void foo(void);
static int x;
static int *p = &x;
int main(void) { foo(); assert(*p == 0); }
