// expect: safe
// What a verifier's functions give has the type of their declaration, whatever the name tells.
#include <assert.h>

enum color { red, green };

extern _Bool __VERIFIER_nondet_bool(void);
extern unsigned char __VERIFIER_nondet_u8(void);
extern signed char __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_short(void);
extern enum color __VERIFIER_nondet_color(void);
extern void *__VERIFIER_nondet_pointer(void);

int main(void)
{
    int b = __VERIFIER_nondet_bool(), c = __VERIFIER_nondet_u8();
    assert((b == 0 || b == 1) && c >= 0 && c <= 255);
    long i = __VERIFIER_nondet_int(), s = __VERIFIER_nondet_short(), e = __VERIFIER_nondet_color();
    assert(i >= -128 && i <= 127 && s >= 0 && s <= 4294967295 && e >= 0 && e <= 4294967295);
    void *p = __VERIFIER_nondet_pointer();
    assert(p == 0 || p != 0);
    return 0;
}
