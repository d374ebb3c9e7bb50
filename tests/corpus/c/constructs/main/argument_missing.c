// expect: unsafe
// There may be no second string: the pointer is null.
int main(int argc, char **argv)
{
    return argv[1][0];
}
