"""Where umpteen and CBMC differ although both were right about what they were asked: C programs by name, with the reason.

docs/crosscheck.md tells how it was found out who is right about C.
"""

SEMAPHORE = "CBMC's sem_wait and sem_post do nothing"
BARRIER = "CBMC's pthread_barrier_wait does not wait and returns anything"
DIFFERENCES = {
    "barrier_phases.c": BARRIER,
    "barrier_serial.c": BARRIER,
    "barrier_two_rounds.c": BARRIER,
    "sem_bound.c": SEMAPHORE,
    "sem_mutex.c": SEMAPHORE,
    "sem_order.c": SEMAPHORE,
    "sem_trywait.c": SEMAPHORE,
    "join_value.c": "CBMC's pthread_join does not store what the thread returned",
    "mutex_errorcheck_stranger.c": "CBMC does not know kinds of mutexes: a stranger's unlock succeeds",
    "mutex_trylock_busy.c": "CBMC's pthread_mutex_trylock returns 1 where POSIX says EBUSY",
    "struct_assignment_torn.c": "CBMC copies a structure in one step; umpteen member by member",
    "cas_weak_may_fail.c": "CBMC's weak compare-and-exchange never fails without a reason; C's may",
    "expect_is_long.c": "CBMC does not evaluate the second argument of __builtin_expect; gcc does",
}


def explanation(file):
    """The reason why the two differ on a file, if there is a known one."""
    return DIFFERENCES.get(file.name)
