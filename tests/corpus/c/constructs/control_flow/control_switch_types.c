// expect: safe
// The value of a `switch` is promoted, and the labels have its type: what is cut off of either is never compared.
#include <assert.h>

enum color { red, green = 5, blue };
struct { unsigned f : 4; int s : 4; } bits = { 12, -4 };
long shared = 5000000000;

int of_long(long v)
{
    switch (v) {
    case 5000000000: return 1;
    case -1: return 2;
    case 'a' ... 'c': return 3;
    case sizeof(int): return 4;
    case 1 ? 7 : 8: return 5;
    case 2 && 3: return 6;
    case (char)300: return 7;
    case blue: return 8;
    case ~3: return 9;
    }
    return 0;
}

int of_unsigned(unsigned v)
{
    switch (v) {
    case -1: return 1;
    case 0 ... 9: return 2;
    case 4000000000 ... 4000000010: return 3;
    }
    return 4;
}

int of_char(char v)
{
    switch (v) {
    case -128: return 1;
    case 200: return 2;
    case -1: return 3;
    case '\x7f': return 4;
    default: return 5;
    }
}

int of_byte(unsigned char v)
{
    switch (v) {
    case 255: return 1;
    case -1: return 2;
    case -20 ... -10: return 3;
    case 256: return 4;
    }
    return 5;
}

int of_color(enum color v)
{
    switch (v) {
    case red: return 1;
    case green: return 2;
    case blue: return 3;
    }
    return 4;
}

int of_bool(_Bool v)
{
    switch (v) {
    case 2: return 5;
    case 0: return 6;
    case 1: return 7;
    }
    return 8;
}

int main(void)
{
    assert(of_long(5000000000) == 1 && of_long(-1) == 2 && of_long('b') == 3 && of_long('d') == 0 && of_long(4) == 4);
    assert(of_long(7) == 5 && of_long(8) == 0 && of_long(1) == 6 && of_long(44) == 7 && of_long(6) == 8);
    assert(of_long(-4) == 9 && of_long(705032704) == 0 && of_long(4294967295) == 0 && of_long('a' - 1) == 0);
    assert(of_unsigned(-1) == 1 && of_unsigned(9) == 2 && of_unsigned(10) == 4 && of_unsigned(4000000005u) == 3);
    assert(of_unsigned(3999999999u) == 4 && of_unsigned(4000000011u) == 4 && of_unsigned(4000000010u) == 3);
    assert(of_char(-128) == 1 && of_char(200) == 5 && of_char(255) == 3 && of_char(127) == 4);
    assert(of_byte(255) == 1 && of_byte(-1) == 1 && of_byte(0) == 5 && of_byte(240) == 5);
    assert(of_color(red) == 1 && of_color(5) == 2 && of_color(6) == 3 && of_color(1) == 4);
    assert(of_bool(2) == 7 && of_bool(0) == 6);
    int r = 0;
    switch (bits.f) { case 12: r = 1; break; case -4: r = 9; }
    assert(r == 1);
    switch (bits.s) { case -4: r = 2; break; case 12: r = 9; }
    assert(r == 2);
    switch (shared) { case 705032704: r = 9; break; case 5000000000: r = 3; }
    assert(r == 3);
    switch ((int)shared) { case 705032704: r = 4; }
    assert(r == 4);
    return 0;
}
