// expect: error unsupported
// Not the library's function, whatever the linker would do.

int atoi(int number);

int main(void)
{
    return atoi(3);
}
