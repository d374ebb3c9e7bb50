// expect: safe
// What is looked at through a pointer to the same type with another sign keeps its bits.
#include <assert.h>

int number = -2;
unsigned char byte = 200;
signed char small[2] = {-1, 5};
long wide = -1;

int main(void)
{
    unsigned *u = (unsigned *)&number;
    assert(*u == 0xfffffffeu && *u > 5);
    *u = 0x80000000u;
    assert(number < 0 && number == -2147483647 - 1);
    signed char *s = (signed char *)&byte;
    assert(*s == -56 && byte == 200);
    *s = -1;
    assert(byte == 255);
    (*s)--;
    assert(byte == 254 && *s == -2);
    unsigned char *c = (unsigned char *)small;
    int i = 1;
    assert(c[0] == 255 && c[i] == 5);
    c[i] = 128;
    assert(small[1] == -128);
    unsigned long *w = (unsigned long *)&wide;
    assert(*w / 2 == 0x7fffffffffffffffu);
    unsigned *v = (unsigned *)&number;
    v = i ? (unsigned *)&number : u;
    *v += 1;
    assert(number == -2147483647 && *v >> 31 == 1 && number >> 31 == -1);
    return 0;
}
