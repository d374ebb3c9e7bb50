// expect: error unknown-name
// A label of another function is none to go to.
int other(void)
{
there:
    return 1;
}

int main(void)
{
    if (other())
        goto there;
    return 0;
}
