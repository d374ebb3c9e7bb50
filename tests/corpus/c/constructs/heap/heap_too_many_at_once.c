// expect: unknown
// (Safe is the truth; the model does not go that far.) Three objects of one call exist at once.
#include <assert.h>
#include <stdlib.h>

int main(void)
{
    int *all[3] = {0};
    for (int i = 0; i < 3; i++) {
        all[i] = calloc(1, sizeof(int));
        *all[i] = i;
    }
    assert(*all[2] == 2);
    for (int i = 0; i < 3; i++)
        free(all[i]);
    return 0;
}
