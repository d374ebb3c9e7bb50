// expect: safe
// Strings as first values of arrays of characters: in braces or not, with and without room for the zero at the end.
#include <assert.h>

#define RECORDS { "ab", 5, { "cd", 6 }, { { "e" }, 7 }, { { 'f', 'g' }, 8 } }

char braces[] = { "abc" }, nested[] = { ("abc") }, exact[2] = "xy", longer[6] = "pq", slack[4] = { "no" };
char empty[] = "", none[3] = "", joined[] = "a" "bc", table[2][3] = { "ab", { "c" } }, rows[][4] = { "one", "two", { 'x' } };
unsigned char escapes[] = "\xff\1\0z\\\"\n\1234";
signed char negative[] = "\x80\377";
struct { int n; char s[4]; } hi = { 1, "hi" }, yo = { 2, { "yo" } }, letters = { 3, { 'q', 'r' } }, by = { .s = "by" };
struct record { char s[3]; int n; } records[] = RECORDS;
char wide[] = { 'a', 'b', 300 };

int main(void)
{
    char lbraces[] = { "abc" }, lexact[2] = "xy", llonger[6] = "pq", lslack[4] = { "no" }, ltable[2][3] = { "ab", { "c" } };
    unsigned char lescapes[] = "\xff\1\0z\\\"\n\1234";
    struct record lrecords[] = RECORDS;
    assert(sizeof braces == 4 && braces[0] == 'a' && braces[1] == 'b' && braces[2] == 'c' && braces[3] == 0);
    assert(sizeof lbraces == 4 && lbraces[0] == 'a' && lbraces[1] == 'b' && lbraces[2] == 'c' && lbraces[3] == 0);
    assert(sizeof nested == 4 && nested[2] == 'c' && exact[0] == 'x' && exact[1] == 'y' && lexact[0] == 'x' && lexact[1] == 'y');
    assert(longer[0] == 'p' && longer[1] == 'q' && longer[2] == 0 && longer[5] == 0 && llonger[1] == 'q' && llonger[5] == 0);
    assert(slack[1] == 'o' && slack[2] == 0 && slack[3] == 0 && lslack[1] == 'o' && lslack[3] == 0 && sizeof empty == 1);
    assert(empty[0] == 0 && none[0] == 0 && none[2] == 0 && sizeof joined == 4 && joined[0] == 'a' && joined[2] == 'c');
    assert(table[0][0] == 'a' && table[0][1] == 'b' && table[0][2] == 0 && table[1][0] == 'c' && table[1][1] == 0);
    assert(ltable[0][1] == 'b' && ltable[0][2] == 0 && ltable[1][0] == 'c' && ltable[1][2] == 0);
    assert(sizeof rows == 12 && rows[0][2] == 'e' && rows[1][0] == 't' && rows[1][3] == 0);
    assert(rows[2][0] == 'x' && rows[2][1] == 0);
    assert(sizeof escapes == 10 && escapes[0] == 255 && escapes[1] == 1 && escapes[2] == 0 && escapes[3] == 'z');
    assert(escapes[4] == '\\' && escapes[5] == '"' && escapes[6] == 10 && escapes[7] == 83 && escapes[8] == '4' && !escapes[9]);
    assert(lescapes[0] == 255 && lescapes[7] == 83 && lescapes[8] == '4' && lescapes[9] == 0);
    assert(negative[0] == -128 && negative[1] == -1 && negative[2] == 0 && sizeof wide == 3 && wide[2] == 44);
    assert(hi.n == 1 && hi.s[0] == 'h' && hi.s[1] == 'i' && hi.s[2] == 0 && yo.s[0] == 'y' && yo.s[3] == 0);
    assert(letters.s[1] == 'r' && letters.s[2] == 0 && by.n == 0 && by.s[1] == 'y' && by.s[2] == 0);
    assert(sizeof records == 32 && records[0].s[1] == 'b' && records[0].s[2] == 0 && records[0].n == 5);
    assert(records[1].s[0] == 'c' && records[1].n == 6 && records[2].s[0] == 'e' && records[2].s[1] == 0 && records[2].n == 7);
    assert(records[3].s[1] == 'g' && records[3].s[2] == 0 && records[3].n == 8 && sizeof lrecords == 32);
    assert(lrecords[0].s[1] == 'b' && lrecords[0].n == 5 && lrecords[1].n == 6 && lrecords[2].n == 7 && lrecords[3].s[0] == 'f');
    const char *p = "text", *q = p;
    assert(p == q && p != 0 && p + 4 > q);
    return 0;
}
