// expect: error unsupported
// A string of wide characters is compared.
#include <assert.h>
#include <wchar.h>

int main(void)
{
    const wchar_t *text = L"\u00e4b";
    assert(wcscmp(text, L"\u00e4b") != 0);
    return 0;
}
