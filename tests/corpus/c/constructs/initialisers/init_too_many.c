// expect: error syntax
// There are more values than the variable has parts.
int main(void)
{
    struct { int x, y[2]; } s = { 1, 2, 3, 4 };
    return s.x;
}
