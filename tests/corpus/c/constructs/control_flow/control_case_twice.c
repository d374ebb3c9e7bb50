// expect: error duplicate
// Two labels of a `switch` have the same value in the type of what is compared.
int main(void)
{
    unsigned x = 3;
    switch (x) {
    case -1:
        return 1;
    case 4294967295:
        return 2;
    }
    return 0;
}
