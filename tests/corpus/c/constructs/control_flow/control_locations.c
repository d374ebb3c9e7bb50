// expect: error too-large
// Inlined calls make more places in the program than there may be.
#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ \
    __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__

int x;

void thousand(void) { 0 TEN(TEN(TEN(+ (x ? 0 : 1)))); }

int main(void)
{
    TEN(TEN(thousand(); thousand(); thousand(); thousand();))
    return 0;
}
