// expect: safe
// An index may have any integer type, be negative from the middle of an array, and change while it is used.
#include <assert.h>

int a[4] = {10, 11, 12, 13};
char big[260];
enum place { first, second, third };

int next(void)
{
    static int n;
    return n++;
}

int main(void)
{
    signed char c = 2;
    unsigned char u = 255;
    _Bool b = 5;
    short s = 3;
    unsigned short t = 1;
    long l = 2;
    unsigned long long w = 3;
    enum place e = third;
    assert(a[c] == 12 && a[b] == 11 && a[s] == 13 && a[t] == 11 && a[l] == 12 && a[w] == 13 && a[e] == 12);
    assert(a['\2'] == 12 && a[second] == 11 && a[!b] == 10 && a[c == 2] == 11 && a[~-3] == 12);
    big[u] = 1;
    assert(big[255] == 1);
    big[u + 1] = 2;
    assert(big[256] == 2 && big[0] == 0);
    u++;
    big[u] = 3;
    assert(big[0] == 3);
    int *middle = &a[2];
    c = -2;
    assert(middle[c] == 10 && middle[c + 1] == 11 && middle[-c - 1] == 13);
    s = -1;
    l = -2;
    assert(middle[s] == 11 && middle[l] == 10 && *(middle + s) == 11 && (middle + 1)[s] == 12);

    int i = 0;
    assert(a[i++] == 10 && i == 1 && a[++i] == 12 && i == 2 && a[i--] == 12 && a[--i] == 10 && i == 0);
    a[i++] = 20;
    assert(a[0] == 20 && a[1] == 11 && i == 1);
    a[i++] += 5;
    assert(a[1] == 16 && a[2] == 12 && i == 2);
    assert(a[i]++ == 12 && a[2] == 13 && --a[i] == 12 && i == 2);
    a[next()] = 30;
    a[next()] = 31;
    a[next()] += 3;
    assert(a[0] == 30 && a[1] == 31 && a[2] == 15 && a[3] == 13);
    i = 1;
    a[i] = a[i + 1] = a[i + 2];
    assert(a[1] == 13 && a[2] == 13 && a[a[1] - 13] == 30 && a[a[a[3] - 12] - 12] == 13);
    return 0;
}
