// expect: error too-large
// Inlined calls make more places in the program than there may be, also if nothing leads there.
#define TEN(...) __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ \
    __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__ __VA_ARGS__

void thousand(void) { 0 TEN(TEN(TEN(+ (0 ? 0 : 0)))); }

int main(void)
{
    TEN(TEN(thousand(); thousand(); thousand(); thousand();))
    return 0;
}
