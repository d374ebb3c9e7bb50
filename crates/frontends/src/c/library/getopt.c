// <getopt.h> (POSIX.1 and GNU). The arguments of a program are its input, so any options may be found in any order; one that
// takes a value gets the next argument.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
void umpteen_assumes(const char *text);

char *optarg = 0;
int optind = 1;
int opterr = 1;
int optopt = 0;

// The value of an option, if there is another argument.
static int umpteen_take_value(int argc, char *const argv[])
{
    if (optind >= argc)
        return 0;
    umpteen_assumes("the value of an option is an argument of its own");
    optarg = argv[optind];
    optind++;
    return 1;
}

// Several letters may be in one argument.
int getopt(int argc, char *const argv[], const char *options)
{
    unsigned char chosen = __VERIFIER_nondet_uchar();
    unsigned long n = 0;
    optarg = 0;
    umpteen_assumes("options stand before other arguments");
    if (optind >= argc)
        return -1;
    // `--` is skipped.
    if (__VERIFIER_nondet_bool()) {
        optind += __VERIFIER_nondet_bool();
        return -1;
    }
    while (options[n] && n < chosen)
        n++;
    char letter = options[n];
    if (!letter || letter == ':' || letter == '+' || letter == '-') {
        optind += __VERIFIER_nondet_bool();
        optopt = __VERIFIER_nondet_uchar();
        return '?';
    }
    if (options[n + 1] != ':') {
        optind += __VERIFIER_nondet_bool();
        return letter;
    }
    optind++;
    if (options[n + 2] == ':' && __VERIFIER_nondet_bool())
        return letter;
    if (umpteen_take_value(argc, argv))
        return letter;
    optopt = letter;
    return options[0] == ':' ? ':' : '?';
}

struct option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

int getopt_long(int argc, char *const argv[], const char *options, const struct option *names, int *index)
{
    unsigned char chosen = __VERIFIER_nondet_uchar();
    int n = 0;
    while (names[n].name && n < chosen)
        n++;
    if (!names[n].name)
        return getopt(argc, argv, options);
    optarg = 0;
    umpteen_assumes("options stand before other arguments");
    if (optind >= argc)
        return -1;
    optind++;
    if (index)
        *index = n;
    if ((names[n].has_arg == 1 || (names[n].has_arg && __VERIFIER_nondet_bool())) && !umpteen_take_value(argc, argv))
        return '?';
    if (!names[n].flag)
        return names[n].val;
    *names[n].flag = names[n].val;
    return 0;
}
