// expect: unknown, property reach-error
// A pointer far from the first one in a table leads to what its initialiser says.
void reach_error(void);
static int one;
static int *table[5000] = { [4000] = &one };

int main(void)
{
    int *p = table[4000];
    if (p) {
        *p = 3;
        if (one == 3)
            reach_error();
    }
    return 0;
}
