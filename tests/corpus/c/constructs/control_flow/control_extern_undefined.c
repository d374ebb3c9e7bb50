// expect: error unsupported
// A variable that is declared but defined nowhere has no value to speak of.
extern int elsewhere;

int main(void)
{
    int x = elsewhere;
    return x;
}
