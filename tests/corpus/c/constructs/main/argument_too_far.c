// expect: unsafe
// The string may be empty, so that nothing is behind its first zero.
int main(int argc, char **argv)
{
    if (argc > 1)
        return argv[1][1];
}
