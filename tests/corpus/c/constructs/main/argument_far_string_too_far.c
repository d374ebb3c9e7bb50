// expect: unsafe
// A far string may be empty, too; a run that only looks at what is behind its end is one of the program.
int main(int argc, char *argv[])
{
    if (argc == 8)
        return argv[7][1];
}
