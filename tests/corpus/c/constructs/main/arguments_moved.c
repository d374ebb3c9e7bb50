// expect: safe
// The parameters themselves may change.
int main(int argc, char **argv)
{
    if (argc < 2)
        return 1;
    argv++;
    return argv[0][0];
}
