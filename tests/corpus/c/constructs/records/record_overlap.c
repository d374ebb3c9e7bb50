// expect: error unsupported
// A byte that belongs to the unit of a bit-field and to another member is not one variable.
struct mixed { char a; int b : 20; };

struct mixed s;

int main(void)
{
    s.b = 1;
    s.a = 2;
    return s.b;
}
