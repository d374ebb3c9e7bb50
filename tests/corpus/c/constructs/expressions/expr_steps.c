// expect: safe
// `++` and `--` before and after local and shared variables, elements, members and pointers: the value and the effect.
#include <assert.h>

int g = 5;
unsigned char byte = 255;
signed char sign = 127;
_Bool flag;
int a[3] = { 10, 20, 30 };
struct point { int x; short y; unsigned char z[2]; } p = { 1, 32767, { 255, 0 } };
int *at = a;

int main(void)
{
    int l = 5, r = 0;
    unsigned char lb = 255;
    signed char ls = 127;
    _Bool lf = 0;
    int e[3] = { 10, 20, 30 };
    struct point q = { 1, 32767, { 255, 0 } };
    int *to = e;
    assert(l++ == 5 && l == 6 && ++l == 7 && l == 7 && l-- == 7 && l == 6 && --l == 5 && l == 5);
    assert(g++ == 5 && g == 6 && ++g == 7 && g == 7 && g-- == 7 && g == 6 && --g == 5 && g == 5);
    r = l++ + 10;
    assert(r == 15);
    r = 100 - l--;
    assert(r == 94);
    r = -g++;
    assert(r == -5);
    r = 2 * --g;
    assert(r == 10);
    l++;
    ++l;
    g--;
    --g;
    assert(l == 7 && g == 3);
    l--;
    --l;
    g++;
    ++g;
    assert(l == 5 && g == 5);

    assert(lb++ == 255 && lb == 0 && --lb == 255 && ++lb == 0 && lb-- == 0 && lb == 255);
    assert(byte++ == 255 && byte == 0 && --byte == 255 && ++byte == 0 && byte-- == 0 && byte == 255);
    assert(ls++ == 127 && ls == -128 && --ls == 127 && ++ls == -128 && ls-- == -128 && ls == 127);
    assert(sign++ == 127 && sign == -128 && --sign == 127 && ++sign == -128 && sign-- == -128 && sign == 127);
    assert(lf-- == 0 && lf == 1 && lf-- == 1 && lf == 0 && ++lf == 1 && ++lf == 1 && lf++ == 1 && --lf == 0);
    assert(flag-- == 0 && flag == 1 && flag-- == 1 && flag == 0 && ++flag == 1 && ++flag == 1 && flag++ == 1);

    r = 1;
    assert(a[r]++ == 20 && a[1] == 21 && --a[r] == 20 && a[r++]-- == 20 && r == 2 && a[1] == 19 && ++a[--r] == 20);
    assert(e[r]++ == 20 && e[1] == 21 && --e[r] == 20 && e[r++]-- == 20 && r == 2 && e[1] == 19 && ++e[--r] == 20);
    assert(p.x-- == 1 && --p.x == -1 && p.y++ == 32767 && p.y == -32768 && ++p.z[0] == 0 && p.z[r]-- == 0);
    assert(p.x == -1 && p.z[1] == 255 && (&p)->x++ == -1 && p.x == 0);
    assert(q.x-- == 1 && --q.x == -1 && q.y++ == 32767 && q.y == -32768 && ++q.z[0] == 0 && q.z[r]-- == 0);
    assert(q.x == -1 && q.z[1] == 255 && (&q)->x++ == -1 && q.x == 0);

    assert(*at++ == 10 && *at == 20 && (*at)++ == 20 && *at == 21 && ++*at == 22 && *++at == 30 && *at-- == 30);
    assert(*at == 22 && *--at == 10 && at == a && at++ == a && at == a + 1 && --at == a);
    assert(*to++ == 10 && *to == 20 && (*to)++ == 20 && *to == 21 && ++*to == 22 && *++to == 30 && *to-- == 30);
    assert(*to == 22 && *--to == 10 && to == e && to++ == e && to == e + 1 && --to == e);
    assert(*(to += 2) == 30 && *(to -= 1) == 22 && (at += 1) == &a[1] && (at -= 1u) == a);
    return 0;
}
