// expect: error unsupported
// A designator is beyond the end of the array.
int main(void)
{
    int a[3] = { [3] = 1 };
    return a[0];
}
