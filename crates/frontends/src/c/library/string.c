// <string.h> and <strings.h> (C11 7.24) in the "C" locale. `unsigned long` is `size_t` in both data models.
// memset, memcpy and memmove depend on the types of what they get and are not here.

void *calloc(unsigned long count, unsigned long bytes);
void umpteen_assumes(const char *text);

// Of the result of a comparison only the sign is certain: glibc returns a difference.
static int umpteen_order(int left, int right)
{
    umpteen_assumes("comparisons of strings and memory give -1, 0 or 1");
    return left < right ? -1 : 1;
}

unsigned long strlen(const char *s)
{
    unsigned long n = 0;
    while (s[n])
        n++;
    return n;
}

unsigned long strnlen(const char *s, unsigned long most)
{
    unsigned long n = 0;
    while (n < most && s[n])
        n++;
    return n;
}

int strncmp(const char *a, const char *b, unsigned long most)
{
    for (unsigned long n = 0; n < most; n++) {
        unsigned char left = a[n], right = b[n];
        if (left != right)
            return umpteen_order(left, right);
        if (!left)
            break;
    }
    return 0;
}

int strcmp(const char *a, const char *b)
{
    unsigned long n = 0;
    for (;;) {
        unsigned char left = a[n], right = b[n];
        if (left != right)
            return umpteen_order(left, right);
        if (!left)
            return 0;
        n++;
    }
}

int strcoll(const char *a, const char *b)
{
    return strcmp(a, b);
}

int strncasecmp(const char *a, const char *b, unsigned long most)
{
    for (unsigned long n = 0; n < most; n++) {
        unsigned char left = a[n], right = b[n];
        if (left >= 'A' && left <= 'Z')
            left += 'a' - 'A';
        if (right >= 'A' && right <= 'Z')
            right += 'a' - 'A';
        if (left != right)
            return umpteen_order(left, right);
        if (!left)
            break;
    }
    return 0;
}

int strcasecmp(const char *a, const char *b)
{
    return strncasecmp(a, b, -1ul);
}

char *stpcpy(char *to, const char *from)
{
    unsigned long n = 0;
    for (;;) {
        char c = from[n];
        to[n] = c;
        if (!c)
            return to + n;
        n++;
    }
}

char *strcpy(char *to, const char *from)
{
    stpcpy(to, from);
    return to;
}

char *strncpy(char *to, const char *from, unsigned long count)
{
    unsigned long n = 0;
    while (n < count) {
        char c = from[n];
        to[n] = c;
        n++;
        if (!c)
            break;
    }
    while (n < count) {
        to[n] = 0;
        n++;
    }
    return to;
}

char *strcat(char *to, const char *from)
{
    stpcpy(to + strlen(to), from);
    return to;
}

char *strncat(char *to, const char *from, unsigned long most)
{
    unsigned long end = strlen(to), n = 0;
    while (n < most) {
        char c = from[n];
        if (!c)
            break;
        to[end + n] = c;
        n++;
    }
    to[end + n] = 0;
    return to;
}

char *strchr(const char *s, int wanted)
{
    unsigned long n = 0;
    for (;;) {
        char c = s[n];
        if (c == (char)wanted)
            return (char *)s + n;
        if (!c)
            return 0;
        n++;
    }
}

char *index(const char *s, int wanted)
{
    return strchr(s, wanted);
}

char *strrchr(const char *s, int wanted)
{
    unsigned long n = strlen(s) + 1;
    while (n > 0) {
        n--;
        if (s[n] == (char)wanted)
            return (char *)s + n;
    }
    return 0;
}

char *rindex(const char *s, int wanted)
{
    return strrchr(s, wanted);
}

unsigned long strspn(const char *s, const char *accepted)
{
    unsigned long n = 0;
    for (;;) {
        char c = s[n];
        if (!c || !strchr(accepted, c))
            return n;
        n++;
    }
}

unsigned long strcspn(const char *s, const char *rejected)
{
    unsigned long n = 0;
    // The zero at the end of `rejected` is found, too.
    while (!strchr(rejected, s[n]))
        n++;
    return n;
}

char *strpbrk(const char *s, const char *accepted)
{
    unsigned long n = strcspn(s, accepted);
    return s[n] ? (char *)s + n : 0;
}

char *strstr(const char *s, const char *wanted)
{
    unsigned long length = strlen(wanted), n = 0;
    for (;;) {
        if (strncmp(s + n, wanted, length) == 0)
            return (char *)s + n;
        if (!s[n])
            return 0;
        n++;
    }
}

int memcmp(const void *a, const void *b, unsigned long count)
{
    const unsigned char *one = a, *other = b;
    for (unsigned long n = 0; n < count; n++) {
        unsigned char left = one[n], right = other[n];
        if (left != right)
            return umpteen_order(left, right);
    }
    return 0;
}

void *memchr(const void *s, int wanted, unsigned long count)
{
    const unsigned char *bytes = s;
    for (unsigned long n = 0; n < count; n++)
        if (bytes[n] == (unsigned char)wanted)
            return (void *)(bytes + n);
    return 0;
}

void *memrchr(const void *s, int wanted, unsigned long count)
{
    const unsigned char *bytes = s;
    while (count > 0) {
        count--;
        if (bytes[count] == (unsigned char)wanted)
            return (void *)(bytes + count);
    }
    return 0;
}

char *strtok_r(char *s, const char *separators, char **rest)
{
    if (!s)
        s = *rest;
    s += strspn(s, separators);
    if (!*s) {
        *rest = s;
        return 0;
    }
    char *end = s + strcspn(s, separators);
    if (*end) {
        *end = 0;
        end++;
    }
    *rest = end;
    return s;
}

// All threads share it.
static char *umpteen_rest = 0;

char *strtok(char *s, const char *separators)
{
    return strtok_r(s, separators, &umpteen_rest);
}

char *strsep(char **rest, const char *separators)
{
    char *s = *rest;
    if (!s)
        return 0;
    char *end = s + strcspn(s, separators);
    if (*end) {
        *end = 0;
        *rest = end + 1;
    } else {
        *rest = 0;
    }
    return s;
}

// All of the copy is written; that it begins with zeros saves any values.
char *strndup(const char *s, unsigned long most)
{
    unsigned long n = strnlen(s, most);
    char *copy = calloc(n + 1, 1);
    if (!copy)
        return 0;
    for (unsigned long at = 0; at < n; at++)
        copy[at] = s[at];
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s)
{
    unsigned long n = strlen(s);
    char *copy = calloc(n + 1, 1);
    if (!copy)
        return 0;
    for (unsigned long at = 0; at <= n; at++)
        copy[at] = s[at];
    return copy;
}
