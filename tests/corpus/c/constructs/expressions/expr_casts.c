// expect: safe
// A cast cuts off or extends by the sign of its operand; to `_Bool` it asks for anything but zero.
#include <assert.h>

long big = 0x1234567890abcdef;
long negative = -2;
unsigned high = 0x80000081;
int word = -200;
unsigned char byte = 0x81;
signed char sign = -127;
int there;

int main(void)
{
    long l = 0x1234567890abcdef, n = -2;
    unsigned h = 0x80000081;
    int w = -200;
    unsigned char b = 0x81;
    signed char s = -127;
    assert((char)big == -17 && (unsigned char)big == 239 && (short)big == -12817 && (unsigned short)big == 52719);
    assert((char)l == -17 && (unsigned char)l == 239 && (short)l == -12817 && (unsigned short)l == 52719);
    assert((int)big == -1867788817 && (unsigned)big == 2427178479u && (long long)big == big && (_Bool)big == 1);
    assert((int)l == -1867788817 && (unsigned)l == 2427178479u && (long long)l == l && (_Bool)l == 1);
    assert((unsigned char)negative == 254 && (unsigned short)negative == 65534 && (unsigned)negative == 4294967294);
    assert((unsigned char)n == 254 && (unsigned short)n == 65534 && (unsigned)n == 4294967294 && (short)n == -2);
    assert((unsigned long)negative == 18446744073709551614ul && (unsigned long long)n == 18446744073709551614ull);
    assert((long)high == 2147483777 && (int)high == -2147483519 && (long)(int)high == -2147483519);
    assert((long)h == 2147483777 && (int)h == -2147483519 && (long)(int)h == -2147483519);
    assert((char)high == -127 && (unsigned char)high == 129 && (short)high == 129 && (unsigned long)high == 2147483777);
    assert((long)word == -200 && (unsigned long)word == 18446744073709551416ul && (signed char)word == 56);
    assert((long)w == -200 && (unsigned long)w == 18446744073709551416ul && (signed char)w == 56);
    assert((unsigned long)(unsigned)word == 4294967096 && (unsigned short)(signed char)word == 56);
    assert((int)byte == 129 && (signed char)byte == -127 && (unsigned)(signed char)byte == 4294967169u);
    assert((int)b == 129 && (signed char)b == -127 && (unsigned)(signed char)b == 4294967169u);
    assert((unsigned char)sign == 129 && (unsigned short)sign == 65409 && (unsigned)sign == 4294967169u);
    assert((unsigned char)s == 129 && (unsigned short)s == 65409 && (unsigned)s == 4294967169u);
    assert((long)(unsigned char)(short)(int)l == 239 && (int)(unsigned short)(char)l == 65519);

    // Not the lowest bit but the whole number.
    assert((_Bool)high && (_Bool)(word + 200) == 0 && (_Bool)256 == 1 && (_Bool)2 == 1 && (_Bool)(l & 2) == 1);
    assert((_Bool)w == 1 && (_Bool)(w & 1) == 0 && (_Bool)(h - 1) == 1 && (char)(_Bool)(w & 8) == 1 && (_Bool)-256);
    assert((_Bool)&there && !(_Bool)(int *)0 && (int)(_Bool)&there == 1 && (long)(int *)0 == 0);
    assert(-(char)l == 17 && (unsigned char)~b == 126 && (short)70000 == 4464 && (char)300 == 44 && (char)200 == -56);
    (void)there;
    (void)there++;
    (char)there++;
    (_Bool)(there += 2);
    assert(there == 4);
    return 0;
}
