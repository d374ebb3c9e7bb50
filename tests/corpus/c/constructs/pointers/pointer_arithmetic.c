// expect: safe
// Pointers move by whole elements in both directions, by constants and variables, also one past the end and back.
#include <assert.h>

int a[5] = {10, 11, 12, 13, 14};
long wide[3] = {100, 200, 300};
char narrow[4] = {'a', 'b', 'c', 'd'};

int main(void)
{
    int *p = a;
    int n = 3, back = -2;
    unsigned one = 1;
    assert(*p == 10 && p[0] == 10 && 0 [p] == 10);
    assert(*(p + 3) == 13 && p[4] == 14 && *(4 + p) == 14);
    assert(p[n] == 13 && n[p] == 13 && *(p + n) == 13 && *(n + p) == 13);
    p += n;
    assert(*p == 13 && p[-1] == 12 && p[back] == 11 && *(p - 3) == 10 && *(p + back) == 11);
    assert(*(p - one) == 12 && *(p - n) == 10 && *(p + one) == 14);
    p -= 2;
    assert(*p == 11);
    p -= one;
    assert(*p == 10);
    p -= back;
    assert(*p == 12);
    assert(*p++ == 12 && *p == 13);
    assert(*++p == 14 && *p == 14);
    assert(*p-- == 14 && *p == 13);
    assert(*--p == 12 && *p == 12);
    assert((*p)++ == 12 && a[2] == 13 && --*p == 12 && a[2] == 12);

    int *end = a + 5;
    assert(end - p == 3 && p - end == -3 && end - a == 5 && p - a == 2);
    assert(p < end && p <= end && !(p > end) && !(p >= end) && p != end && !(p == end));
    assert(end > a && end >= a && !(end < a) && !(end <= a) && p >= p && p <= p && p == &a[2]);
    assert(end[-1] == 14 && *(end - 5) == 10);
    int sum = 0;
    while (end != a)
        sum = sum * 10 + (*--end - 10);
    assert(sum == 43210);

    long *w = wide + 2;
    assert(*w == 300 && w[-2] == 100 && w - wide == 2 && (char *)w - (char *)wide == 16);
    w--;
    assert(*w == 200);
    char *c = narrow;
    c += n;
    assert(*c == 'd' && c - narrow == 3 && *(c - 1) == 'c');
    return 0;
}
