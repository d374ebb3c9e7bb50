// expect: safe
// A far character that is not zero is not the last one.
int main(int argc, char *argv[])
{
    if (argc == 2 && argv[1][0] && argv[1][1] && argv[1][2] && argv[1][3])
        return argv[1][4];
}
