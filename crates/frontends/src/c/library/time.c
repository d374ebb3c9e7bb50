// <time.h> (C11 7.27) and <sys/time.h>. Clocks show any time, and nothing relates what two calls return. Waiting takes no time.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_any_text(char *text, unsigned long bytes);
void umpteen_assumes(const char *text);
void umpteen_approximates(const char *text);
int umpteen_fail(void);
int umpteen_try(void);

struct timeval {
    long tv_sec;
    long tv_usec;
};

struct timespec {
    long tv_sec;
    long tv_nsec;
};

struct tm {
    int tm_sec;
    int tm_min;
    int tm_hour;
    int tm_mday;
    int tm_mon;
    int tm_year;
    int tm_wday;
    int tm_yday;
    int tm_isdst;
    long int tm_gmtoff;
    const char *tm_zone;
};

// Seconds since 1970, in 37 bits where `long` has them.
static long umpteen_now(void)
{
    umpteen_assumes("it is before the year 6325");
    return __VERIFIER_nondet_ulong() >> (sizeof(long) == 8 ? 27 : 1);
}

long time(long *now)
{
    long seconds = umpteen_now();
    if (now)
        *now = seconds;
    return seconds;
}

long clock(void)
{
    return __VERIFIER_nondet_ulong() >> 1;
}

int gettimeofday(struct timeval *now, void *zone)
{
    now->tv_sec = umpteen_now();
    now->tv_usec = __VERIFIER_nondet_uint() % 1000000;
    if (zone)
        __VERIFIER_nondet_memory(zone, 2 * sizeof(int));
    return 0;
}

int clock_gettime(int clock, struct timespec *now)
{
    if (umpteen_try())
        return -1;
    now->tv_sec = umpteen_now();
    now->tv_nsec = __VERIFIER_nondet_uint() % 1000000000;
    return 0;
}

int clock_getres(int clock, struct timespec *unit)
{
    if (umpteen_try())
        return -1;
    if (unit) {
        unit->tv_sec = 0;
        unit->tv_nsec = __VERIFIER_nondet_uint() % 1000000000;
    }
    return 0;
}

int timespec_get(struct timespec *now, int base)
{
    if (base != 1)
        return 0;
    now->tv_sec = umpteen_now();
    now->tv_nsec = __VERIFIER_nondet_uint() % 1000000000;
    return base;
}

// A signal may end the wait.
int nanosleep(const struct timespec *time, struct timespec *left)
{
    long seconds = time->tv_sec, nanoseconds = time->tv_nsec;
    if (!umpteen_try())
        return 0;
    if (left) {
        left->tv_sec = umpteen_now() % (seconds + 1);
        left->tv_nsec = __VERIFIER_nondet_uint() % 1000000000;
    }
    return -1;
}

// Times that clocks show lie in the years from 1969, somewhere, to 6325.
static void umpteen_any_date(struct tm *date, long seconds)
{
    umpteen_assumes("`localtime` and `gmtime` do not fail");
    date->tm_sec = __VERIFIER_nondet_uchar() % 61;
    date->tm_min = __VERIFIER_nondet_uchar() % 60;
    date->tm_hour = __VERIFIER_nondet_uchar() % 24;
    date->tm_mday = 1 + __VERIFIER_nondet_uchar() % 31;
    date->tm_mon = __VERIFIER_nondet_uchar() % 12;
    date->tm_year = __VERIFIER_nondet_uint();
    if (seconds >= 0 && seconds < 0x2000000000)
        date->tm_year = 69 + __VERIFIER_nondet_uint() % 4357;
    date->tm_wday = __VERIFIER_nondet_uchar() % 7;
    date->tm_yday = __VERIFIER_nondet_uint() % 366;
    date->tm_isdst = __VERIFIER_nondet_bool();
    date->tm_gmtoff = (long)(__VERIFIER_nondet_uint() % 100801) - 43200;
    date->tm_zone = "ZONE";
}

struct tm *localtime_r(const long *time, struct tm *date)
{
    umpteen_any_date(date, *time);
    return date;
}

struct tm *gmtime_r(const long *time, struct tm *date)
{
    umpteen_approximates("the date that `gmtime` computes");
    return localtime_r(time, date);
}

// All threads share what these return.
static struct tm umpteen_date = {0};

struct tm *localtime(const long *time)
{
    return localtime_r(time, &umpteen_date);
}

struct tm *gmtime(const long *time)
{
    return gmtime_r(time, &umpteen_date);
}

long mktime(struct tm *date)
{
    umpteen_approximates("the time that `mktime` computes");
    umpteen_any_date(date, -1);
    return __VERIFIER_nondet_ulong();
}

long timegm(struct tm *date)
{
    return mktime(date);
}

static char umpteen_date_text[26] = "";

char *asctime_r(const struct tm *date, char *text)
{
    umpteen_reads(date, sizeof *date);
    umpteen_any_text(text, 26);
    return text;
}

char *asctime(const struct tm *date)
{
    return asctime_r(date, umpteen_date_text);
}

char *ctime_r(const long *time, char *text)
{
    umpteen_reads(time, sizeof *time);
    umpteen_any_text(text, 26);
    return text;
}

char *ctime(const long *time)
{
    return ctime_r(time, umpteen_date_text);
}

unsigned long strftime(char *text, unsigned long room, const char *format, const struct tm *date)
{
    umpteen_reads(date, sizeof *date);
    if (!room)
        return 0;
    umpteen_any_text(text, room);
    return __VERIFIER_nondet_ulong() % room;
}

void tzset(void)
{
}

double difftime(long later, long earlier)
{
    return (double)later - (double)earlier;
}
