// expect: error syntax
// `default` belongs into a `switch`.
int main(void)
{
    while (1) {
    default:
        break;
    }
    return 0;
}
