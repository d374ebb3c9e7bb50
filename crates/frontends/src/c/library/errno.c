// <errno.h> (C11 7.5): every thread has its own number.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);

static _Thread_local int umpteen_errno = 0;

int *__errno_location(void)
{
    return &umpteen_errno;
}

// A function fails, for any of the reasons that Linux has.
int umpteen_fail(void)
{
    umpteen_errno = 1 + __VERIFIER_nondet_uchar() % 133;
    return -1;
}

// A function succeeds or fails.
int umpteen_try(void)
{
    return __VERIFIER_nondet_bool() ? umpteen_fail() : 0;
}

// A function succeeds, or gives up; it need not say why, as at the end of a file.
int umpteen_end(void)
{
    if (__VERIFIER_nondet_bool())
        return 0;
    umpteen_try();
    return -1;
}

// Any number that is not negative, or a failure.
int umpteen_number(void)
{
    return __VERIFIER_nondet_bool() ? umpteen_fail() : (int)(__VERIFIER_nondet_uint() >> 1);
}

// A function whose effects are known otherwise may fail, too.
void umpteen_may_fail(void)
{
    umpteen_try();
}

// It fails for a reason that is known.
void umpteen_fails_with(int number)
{
    umpteen_errno = number;
}
