// expect: unsafe
// A function of the library that nobody declares does not look at arguments that it does not take; they are evaluated.

void assert(int);

int main(void)
{
    int n = 0;
    pause(n++);
    assert(n == 0);
}
