// expect: error duplicate
// A label is defined once in a function, also in different blocks.
int main(void)
{
    {
    here:;
    }
    {
    here:;
    }
    goto here;
}
