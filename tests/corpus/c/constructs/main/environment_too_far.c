// expect: unsafe
// There may be no environment.
int main(int argc, char **argv, char **envp)
{
    return envp[0][0];
}
