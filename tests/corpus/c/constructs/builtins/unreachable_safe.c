// expect: safe
// A point that is not reached.
int nondet_int(void);

int main(void)
{
    switch (nondet_int() & 1) {
    case 0:
    case 1:
        return 0;
    default:
        __builtin_unreachable();
    }
}
