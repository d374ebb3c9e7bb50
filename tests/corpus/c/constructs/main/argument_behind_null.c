// expect: unsafe
// Nothing is behind the null pointer at the end.
int main(int argc, char **argv)
{
    return argv[argc + 1] == 0;
}
