// expect: error duplicate
// A block declares a name once.
int main(void)
{
    int x = 1;
    {
        int x = 2, y = x;
        int x = 3;
    }
    return x;
}
