"""Where umpteen and CBMC differ although both were right about what they were asked: C programs by name, with the reason.

docs/crosscheck.md tells how it was found out who is right about C.
"""

DIFFERENCES = {
    "cas_weak_may_fail.c": "CBMC's weak compare-and-exchange never fails without a reason; C's may",
    "expect_is_long.c": "CBMC does not evaluate the second argument of __builtin_expect; gcc does",
}


def explanation(file):
    """The reason why the two differ on a file, if there is a known one."""
    return DIFFERENCES.get(file.name)
