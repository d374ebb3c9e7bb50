// expect: error syntax
// `case` belongs into a `switch` that is still open.
int main(void)
{
    switch (1) {
    case 1:;
    }
    case 2:
    return 0;
}
