// expect: error syntax
// `continue` belongs into a loop; a `switch` is none.
int main(void)
{
    switch (1) {
    case 1:
        continue;
    }
    return 0;
}
