// expect: unsafe
// A point that is said not to be reached is.
int nondet_int(void);

int main(void)
{
    switch (nondet_int() & 3) {
    case 0:
    case 1:
    case 2:
        return 0;
    default:
        __builtin_unreachable();
    }
}
