// expect: error unsupported
// A structure is no value for another type, nor a number one for a structure.
struct pair { int x; } s;

int main(void)
{
    int n = 1;
    if (s.x)
        n = (int)s.x;
    return n + s;
}
