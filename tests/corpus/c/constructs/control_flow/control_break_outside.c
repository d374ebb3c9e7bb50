// expect: error syntax
// `break` belongs into a loop or a `switch` of its own function.
void leave(void)
{
    break;
}

int main(void)
{
    while (1)
        leave();
}
