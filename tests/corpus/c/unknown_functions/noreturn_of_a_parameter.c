// expect: unsafe
// The attribute is about the parameter and not about the function.
#include <assert.h>
void on_error(void (*handler)(int) __attribute__((noreturn)));
struct handlers { void (*die)(int) __attribute__((noreturn)); } *handlers(void);
int main(void) { on_error(0); handlers(); assert(0); }
