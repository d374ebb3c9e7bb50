// expect: error unknown-name
// A designator names a member that there is not.
int main(void)
{
    struct { int x; } s = { .y = 1 };
    return s.x;
}
