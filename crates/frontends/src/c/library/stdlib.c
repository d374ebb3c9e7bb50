// <stdlib.h> (C11 7.22) and <locale.h>.

_Bool __VERIFIER_nondet_bool(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_approximates(const char *text);
void *malloc(unsigned long bytes);
int *__errno_location(void);
void umpteen_assumes(const char *text);
double umpteen_any_double(const char *function);
unsigned long long __VERIFIER_nondet_ulonglong(void);
void umpteen_reads(const void *pointer, unsigned long bytes);
void __VERIFIER_assume(int condition);
void __CPROVER_atomic_begin(void);
void __CPROVER_atomic_end(void);

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
static unsigned long long umpteen_magnitude(const char *s, char **end, int base, int *minus, unsigned long long positive,
    unsigned long long negative)
{
    unsigned long n = 0;
    if (base < 0 || base == 1 || base > 36) {
        *minus = 0;
        *__errno_location() = 22;
        return 0;
    }
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
    if (too_large)
        *__errno_location() = 34;
    if (too_large && positive == negative)
        *minus = 0;
    if (end)
        *end = (char *)(digits ? s + n : s);
    return value;
}

long strtol(const char *s, char **end, int base)
{
    int minus;
    unsigned long most = ~0ul >> 1, value = umpteen_magnitude(s, end, base, &minus, most, most + 1);
    return minus ? -value : value;
}

long long strtoll(const char *s, char **end, int base)
{
    int minus;
    unsigned long long most = ~0ull >> 1, value = umpteen_magnitude(s, end, base, &minus, most, most + 1);
    return minus ? -value : value;
}

unsigned long strtoul(const char *s, char **end, int base)
{
    int minus;
    unsigned long value = umpteen_magnitude(s, end, base, &minus, ~0ul, ~0ul);
    return minus ? -value : value;
}

unsigned long long strtoull(const char *s, char **end, int base)
{
    int minus;
    unsigned long long value = umpteen_magnitude(s, end, base, &minus, ~0ull, ~0ull);
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

// Memory in which a number is found by halves (C11 7.22.5.1); the comparison decides where to look.
void *bsearch(const void *key, const void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))
{
    unsigned long first = 0;
    while (first < count) {
        unsigned long middle = first + (count - first) / 2;
        const char *element = (const char *)base + middle * size;
        int order = compare(key, element);
        if (order == 0)
            return (void *)element;
        if (order < 0)
            count = middle;
        else
            first = middle + 1;
    }
    return 0;
}

// Any numbers; the state is any, too.
int rand_r(unsigned int *state)
{
    *state = __VERIFIER_nondet_uint();
    return __VERIFIER_nondet_uint() >> 1;
}

char *strerror(int number)
{
    umpteen_assumes("`strerror` returns the text \"an error\"");
    return "an error";
}

// Which elements are compared, and in which order they end, is approximated: they have any values.
void qsort(void *base, unsigned long count, unsigned long size, int (*compare)(const void *, const void *))
{
    if (count < 2)
        return;
    umpteen_approximates("what `qsort` compares and how it sorts");
    while (__VERIFIER_nondet_bool()) {
        __VERIFIER_nondet_memory(base, count * size);
        compare((char *)base + __VERIFIER_nondet_ulong() % count * size, (char *)base + __VERIFIER_nondet_ulong() % count * size);
        __VERIFIER_nondet_memory(base, count * size);
    }
}

// A new object holds any text.
char *getenv(const char *name)
{
    umpteen_assumes("variables of the environment have less than 16 characters");
    if (__VERIFIER_nondet_bool())
        return 0;
    char *text = malloc(16);
    text[15] = 0;
    return text;
}

// Headers of old versions of glibc call it so.
long __strtol_internal(const char *s, char **end, int base, int group)
{
    return strtol(s, end, base);
}

unsigned long __strtoul_internal(const char *s, char **end, int base, int group)
{
    return strtoul(s, end, base);
}

// Only the "C" locale is there.
char *setlocale(int category, const char *name)
{
    umpteen_assumes("the locale is \"C\"");
    return !name || __VERIFIER_nondet_bool() ? "C" : 0;
}

double atof(const char *text)
{
    umpteen_reads(text, 1);
    return umpteen_any_double("`atof`");
}

// The number ends somewhere in the text.
double strtod(const char *text, char **end)
{
    const char *at = text;
    umpteen_approximates("`strtod`");
    umpteen_reads(text, 1);
    if (end) {
        while (*at && __VERIFIER_nondet_bool())
            at++;
        *end = (char *)at;
    }
    return umpteen_any_double("`strtod`");
}

float strtof(const char *text, char **end)
{
    return strtod(text, end);
}

// A number of 48 bits, as a fraction.
double drand48(void)
{
    union {
        double number;
        unsigned long long bits;
    } found;
    unsigned long long whole = __VERIFIER_nondet_ulonglong() >> 16;
    found.number = whole;
    if (whole)
        found.bits -= 48ull << 52;
    return found.number;
}

// Functions that run at the end of the program, the last one first.
typedef void (*umpteen_last)(void);

static umpteen_last umpteen_at_exit[8] = { 0 };
static unsigned umpteen_at_exit_count = 0;

int atexit(umpteen_last function)
{
    umpteen_assumes("at most 8 functions are registered with `atexit`");
    __CPROVER_atomic_begin();
    __VERIFIER_assume(umpteen_at_exit_count < 8);
    umpteen_at_exit[umpteen_at_exit_count] = function;
    umpteen_at_exit_count++;
    __CPROVER_atomic_end();
    return 0;
}

// The program ends. A function may register others.
void umpteen_run_at_exit(void) __attribute__((destructor));

void umpteen_run_at_exit(void)
{
    while (umpteen_at_exit_count > 0) {
        umpteen_at_exit_count--;
        umpteen_at_exit[umpteen_at_exit_count]();
    }
}
