// expect: safe
// A string is an address that stays the same; an array of characters gets its characters and the zero behind them.
#include <assert.h>

const char *title = "title";
char word[] = "word", wide[6] = "ab", tight[2] = "cd", escaped[] = "a\n\0\x41\101";
char lines[2][3] = {"xy", "z"};

const char *name(void) { return "name"; }
int length(const char *s)
{
    int n = 0;
    while (s[n])
        n++;
    return n;
}

int main(void)
{
    int i = 1;
    char own[] = "own", *p = own;
    const char *t = title;
    assert(name() == name() && t == title && t + 2 - title == 2 && t != 0 && t != name());
    assert(sizeof word == 5 && sizeof "four" == 5 && sizeof tight == 2 && sizeof escaped == 6 && sizeof own == 4);
    assert(word[0] == 'w' && word[i] == 'o' && word[3] == 'd' && word[4] == 0);
    assert(wide[1] == 'b' && wide[2] == 0 && wide[i + 4] == 0 && tight[i] == 'd');
    assert(escaped[1] == 10 && escaped[2] == 0 && escaped[3] == 'A' && escaped[i + 3] == 'A' && escaped[5] == 0);
    assert(lines[0][1] == 'y' && lines[i][0] == 'z' && lines[i][i] == 0 && lines[0][2] == 0);
    *p = 'O';
    assert(own[0] == 'O' && p[i] == 'w' && *(p + 2) == 'n' && length(own) == 3 && length(lines[i]) == 1);
    title = 0;
    assert(title == 0 && t != title);
    return 0;
}
