// expect: unsafe
// The parameter is an `int`: 0.5 becomes 0.
void __VERIFIER_assert(int condition);

int main(void)
{
    __VERIFIER_assert(0.5);
    return 0;
}
