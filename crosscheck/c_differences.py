"""Where umpteen and CBMC differ on purpose: C programs by name, with the reason. docs/crosscheck.md has the list in words."""

DIFFERENCES = {}


def explanation(file, umpteen, cbmc, why):
    """The reason why the two differ on a file, if there is a known one."""
    return DIFFERENCES.get(file.name)
