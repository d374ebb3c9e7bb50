// expect: error arity
// A function that takes nothing is not given anything.
int none(void) { return 1; }

int main(void)
{
    return none(1);
}
