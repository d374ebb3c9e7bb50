// expect: safe
// The environment is a vector of strings with a null pointer at its end, however many there are.
int main(int argc, char **argv, char **envp)
{
    if (envp[0])
        return envp[0][0];
}
