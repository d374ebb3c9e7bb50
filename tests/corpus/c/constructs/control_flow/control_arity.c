// expect: error arity
// A function with a prototype takes as many arguments as that says.
int one(int a) { return a; }

int main(void)
{
    return one(1, 2);
}
