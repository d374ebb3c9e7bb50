// expect: unknown, property reach-error
// A far character is any one each time it is read, which is more than C has: the run that fails is marked.
void reach_error(void);

int main(int argc, char *argv[])
{
    if (argc == 2 && argv[1][5] != argv[1][5])
        reach_error();
}
