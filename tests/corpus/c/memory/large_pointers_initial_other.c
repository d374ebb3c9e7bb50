// expect: safe, property reach-error
// A pointer far from the first one in a table leads nowhere else than to what its initialiser says.
void reach_error(void);
static int one, two;
static int *table[5000] = { [4000] = &one };

int main(void)
{
    int *p = table[4000];
    if (p) {
        *p = 3;
        if (two == 3)
            reach_error();
    }
    return 0;
}
