// expect: error unknown-name
// A member is looked for in the structure itself and in those without a name inside it, not in others.
struct outer { struct { int x; }; struct { int y; } inner; } s;

int main(void)
{
    s.x = 1;
    return s.y;
}
