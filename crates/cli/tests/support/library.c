// Compares the functions above with those of the machine, on all short strings over a few characters.
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

void umpteen_assumes(const char *text) { (void)text; }
_Bool __VERIFIER_nondet_bool(void) { return rand() & 1; }
unsigned char __VERIFIER_nondet_uchar(void) { return rand(); }

static int sign(int n) { return (n > 0) - (n < 0); }

#define SAME(call, other) \
    if ((call) != (other)) return printf("%s differs from %s for \"%s\" and \"%s\", %d\n", #call, #other, a, b, n), 1

// The next string over some characters; 0 after the last.
static int next(char *s, int most)
{
    static const char characters[] = {0, 'a', 'B', '0', '7', 'x', '-', ' ', (char)0xe4};
    for (int at = 0; at < most; at++) {
        const char *place = memchr(characters, s[at], sizeof characters);
        if (place + 1 < characters + sizeof characters) {
            s[at] = place[1];
            for (int before = 0; before < at; before++)
                s[before] = characters[1];
            return 1;
        }
    }
    return 0;
}

static int compare_signals(int n)
{
    const char *a = "", *b = "";
    sigset_t one, other;
    umpteen_sigemptyset(&one), sigemptyset(&other);
    SAME(sigismember(&one, n), sigismember(&other, n));
    umpteen_sigfillset(&one), sigfillset(&other);
    SAME(sigismember(&one, n), sigismember(&other, n));
    return 0;
}

static int compare_strings(const char *a, const char *b, int n)
{
    SAME(umpteen_strlen(a), strlen(a));
    SAME(umpteen_strnlen(a, n), strnlen(a, n));
    SAME(umpteen_strcmp(a, b), sign(strcmp(a, b)));
    SAME(umpteen_strcoll(a, b), sign(strcoll(a, b)));
    SAME(umpteen_strncmp(a, b, n), sign(strncmp(a, b, n)));
    SAME(umpteen_strcasecmp(a, b), sign(strcasecmp(a, b)));
    SAME(umpteen_strncasecmp(a, b, n), sign(strncasecmp(a, b, n)));
    SAME(umpteen_strspn(a, b), strspn(a, b));
    SAME(umpteen_strcspn(a, b), strcspn(a, b));
    SAME(umpteen_strpbrk(a, b), strpbrk(a, b));
    SAME(umpteen_strstr(a, b), strstr(a, b));
    SAME(umpteen_strchr(a, *b), strchr(a, *b));
    SAME(umpteen_strrchr(a, *b), strrchr(a, *b));
    SAME(umpteen_index(a, *b), index(a, *b));
    SAME(umpteen_rindex(a, *b), rindex(a, *b));
    SAME(umpteen_memcmp(a, b, 5), sign(memcmp(a, b, 5)));
    SAME(umpteen_memchr(a, *b, n), memchr(a, *b, n));
    char *copy = umpteen_strdup(a), *part = umpteen_strndup(a, n), *other_part = strndup(a, n);
    SAME(strcmp(copy, a), 0);
    SAME(strcmp(part, other_part), 0);
    free(copy), free(part), free(other_part);
    char one[16], other[16];
#define COPIES(name, ...) \
    memset(one, '#', sizeof one), memset(other, '#', sizeof other), strcpy(one, a), strcpy(other, a); \
    char *name##_one = umpteen_##name(one, b, ##__VA_ARGS__), *name##_other = name(other, b, ##__VA_ARGS__); \
    SAME(name##_one - one, name##_other - other); \
    SAME(memcmp(one, other, sizeof one), 0)
    COPIES(strcpy);
    COPIES(stpcpy);
    COPIES(strncpy, n);
    COPIES(strcat);
    COPIES(strncat, n);
    SAME(umpteen_memrchr(a, *b, n), memrchr(a, *b, n));
    char *rest = 0, *after = 0;
    strcpy(one, a), strcpy(other, a);
    for (int word = 0; word < 3; word++) {
        char *left = umpteen_strtok_r(word ? 0 : one, b, &rest), *right = strtok_r(word ? 0 : other, b, &after);
        SAME(left ? left - one : -1, right ? right - other : -1);
        SAME(memcmp(one, other, sizeof one), 0);
    }
    strcpy(one, a), strcpy(other, a);
    for (int word = 0; word < 3; word++) {
        char *left = umpteen_strtok(word ? 0 : one, b), *right = strtok(word ? 0 : other, b);
        SAME(left ? left - one : -1, right ? right - other : -1);
    }
    strcpy(one, a), strcpy(other, a);
    rest = one, after = other;
    while (after) {
        SAME(umpteen_strsep(&rest, b) - one, strsep(&after, b) - other);
        SAME(rest ? rest - one : -1, after ? after - other : -1);
    }
    return 0;
}

static int compare_numbers(const char *a)
{
    static const int bases[] = {0, 8, 10, 16, 36};
    const char *b = "";
    char *one, *other;
    for (int at = 0; at < 5; at++) {
        int n = bases[at];
#define READS(name) SAME(umpteen_##name(a, &one, n), name(a, &other, n)); SAME(one, other)
        READS(strtol);
        READS(strtoll);
        READS(strtoul);
        READS(strtoull);
    }
    int n = 0;
    SAME(umpteen_atoi(a), atoi(a));
    SAME(umpteen_atol(a), atol(a));
    SAME(umpteen_atoll(a), atoll(a));
    return 0;
}

static int order(const void *left, const void *right)
{
    return *(const int *)left - *(const int *)right;
}

static int compare_characters(int n)
{
    const char *a = "", *b = "";
    static const int numbers[] = {-1, 3, 4, 8, 9, 50, 51};
    for (int count = 0; count < 8; count++)
        SAME(umpteen_bsearch(&n, numbers, count, sizeof n, order), bsearch(&n, numbers, count, sizeof n, order));
    SAME(umpteen_getpagesize(), getpagesize());
#define IS(name) SAME(!umpteen_##name(n), !name(n))
    IS(isdigit); IS(isxdigit); IS(islower); IS(isupper); IS(isalpha); IS(isalnum); IS(isblank); IS(isspace);
    IS(iscntrl); IS(isprint); IS(isgraph); IS(ispunct); IS(isascii);
    SAME(umpteen_toascii(n), toascii(n));
    SAME(umpteen_tolower(n), tolower(n));
    SAME(umpteen_toupper(n), toupper(n));
    int number = n * 16777619;
    SAME(umpteen_abs(number), abs(number));
    SAME(umpteen_labs(number * 4294967311l), labs(number * 4294967311l));
    SAME(umpteen_llabs(number * 4294967311ll), llabs(number * 4294967311ll));
    SAME(umpteen_htonl(number), htonl(number));
    SAME(umpteen_ntohl(number), ntohl(number));
    SAME(umpteen_htons(number), htons(number));
    SAME(umpteen_ntohs(number), ntohs(number));
    return 0;
}

static int compare_floats(double x, double y)
{
#define SAME_NUMBER(one, other) \
    if ((one) != (other) && !(isnan(one) && isnan(other)) || signbit(one) != signbit(other)) \
        return printf("%s differs from %s for %g and %g\n", #one, #other, x, y), 1
    SAME_NUMBER(umpteen_fabs(x), fabs(x));
    SAME_NUMBER(umpteen_fabsf(x), fabsf(x));
    SAME_NUMBER(umpteen_fabsl(x), fabsl(x));
    SAME_NUMBER(umpteen_copysign(x, y), copysign(x, y));
    SAME_NUMBER(umpteen_copysignf(x, y), copysignf(x, y));
    SAME_NUMBER(umpteen_copysignl(x, y), copysignl(x, y));
    SAME_NUMBER((double)!umpteen_isnan(x), (double)!(isnan)(x));
    SAME_NUMBER((double)!umpteen_isnanf(x), (double)!(isnanf)(x));
    SAME_NUMBER((double)!umpteen_isnanl(x), (double)!(isnanl)(x));
    SAME_NUMBER((double)umpteen_isinf(x), (double)(isinf)(x));
    SAME_NUMBER((double)umpteen_isinff(x), (double)(isinff)(x));
    SAME_NUMBER((double)umpteen_isinfl(x), (double)(isinfl)(x));
    SAME_NUMBER((double)!umpteen_finite(x), (double)!(finite)(x));
    SAME_NUMBER((double)!umpteen_finitef(x), (double)!(finitef)(x));
    SAME_NUMBER((double)!umpteen_finitel(x), (double)!(finitel)(x));
    SAME_NUMBER(umpteen_difftime(1L << 60, 3), difftime(1L << 60, 3));
    return 0;
}

int main(void)
{
    static const double floats[] = {0.0, -0.0, 1.5, -2.5, 1e-30, INFINITY, -INFINITY, NAN, -NAN};
    for (int one = 0; one < 9; one++)
        for (int other = 0; other < 9; other++)
            if (compare_floats(floats[one], floats[other]))
                return 1;
    char a[5] = "", b[5] = "";
    do {
        memset(b, 0, sizeof b);
        do
            for (int n = 0; n < 5; n++)
                if (compare_strings(a, b, n))
                    return 1;
        while (next(b, 2));
    } while (next(a, 3));
    static const char *const edges[] = {"0x", "0x1f", "0X", "+7", "- 7", "--7", "0xg", "9223372036854775807", "9223372036854775808",
        "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "\t\v 12 3", "-0x8"};
    for (int at = 0; at < 15; at++)
        if (compare_numbers(edges[at]))
            return 1;
    memset(a, 0, sizeof a);
    do
        if (compare_numbers(a))
            return 1;
    while (next(a, 4));
    for (int n = -1; n < 256; n++)
        if (compare_characters(n) || compare_signals(n))
            return 1;
    return 0;
}
