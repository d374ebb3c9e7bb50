// expect: safe
// A string goes on behind a character that is not its last one.
int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0])
        return argv[1][1];
}
