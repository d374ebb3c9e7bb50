// Numbers of <stdlib.h> (C11 7.22): absolute values, and integers from text. `errno` is not set.

int abs(int n)
{
    return n < 0 ? -n : n;
}

long labs(long n)
{
    return n < 0 ? -n : n;
}

long long llabs(long long n)
{
    return n < 0 ? -n : n;
}

// The value of a digit; 99 if it is none.
static int umpteen_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'z')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'Z')
        return c - 'A' + 10;
    return 99;
}

// The number at the beginning of a text as its magnitude, at most `positive` or `negative`; `*end` is where it ends. What is too
// large for an unsigned type is its largest value, whatever the sign.
static unsigned long long umpteen_number(const char *s, char **end, int base, int *minus, unsigned long long positive,
    unsigned long long negative)
{
    unsigned long n = 0;
    while (s[n] == ' ' || (s[n] >= '\t' && s[n] <= '\r'))
        n++;
    *minus = s[n] == '-';
    if (s[n] == '-' || s[n] == '+')
        n++;
    if ((base == 0 || base == 16) && s[n] == '0' && (s[n + 1] == 'x' || s[n + 1] == 'X') && umpteen_digit(s[n + 2]) < 16) {
        n += 2;
        base = 16;
    } else if (base == 0) {
        base = s[n] == '0' ? 8 : 10;
    }
    unsigned long long most = *minus ? negative : positive, value = 0;
    int digits = 0, too_large = 0;
    for (;;) {
        int digit = umpteen_digit(s[n]);
        if (digit >= base)
            break;
        too_large |= value > (most - digit) / base;
        value = too_large ? most : value * base + digit;
        digits = 1;
        n++;
    }
    if (too_large && positive == negative)
        *minus = 0;
    if (end)
        *end = (char *)(digits ? s + n : s);
    return value;
}

long strtol(const char *s, char **end, int base)
{
    int minus;
    unsigned long most = ~0ul >> 1, value = umpteen_number(s, end, base, &minus, most, most + 1);
    return minus ? -value : value;
}

long long strtoll(const char *s, char **end, int base)
{
    int minus;
    unsigned long long most = ~0ull >> 1, value = umpteen_number(s, end, base, &minus, most, most + 1);
    return minus ? -value : value;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    int minus;
    unsigned long value = umpteen_number(s, end, base, &minus, ~0ul, ~0ul);
    return minus ? -value : value;
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    int minus;
    unsigned long long value = umpteen_number(s, end, base, &minus, ~0ull, ~0ull);
    return minus ? -value : value;
}

int atoi(const char *s)
{
    return (int)strtol(s, 0, 10);
}

long atol(const char *s)
{
    return strtol(s, 0, 10);
}

long long atoll(const char *s)
{
    return strtoll(s, 0, 10);
}
