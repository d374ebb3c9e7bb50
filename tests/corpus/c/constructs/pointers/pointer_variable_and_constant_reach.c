// expect: unsafe, property reach-error
// The same where invalid accesses are assumed not to happen: the valid one happens.
extern void reach_error(void);
int a[10];
int main(void)
{
    int i = 7;
    int *q = a + i - 5;
    *q = 3;
    if (a[2] == 3)
        reach_error();
    return 0;
}
