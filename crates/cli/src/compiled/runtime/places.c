// Where the objects and functions of the program are: its symbols tell.

struct symbol {
    const char *name;
    const char *file; // of a symbol that only one file sees
    uintptr_t address;
    size_t size;
};
static struct symbol *symbols;
static size_t symbol_count;

static int find_base(struct dl_phdr_info *info, size_t size, void *result)
{
    (void)size;
    *(uintptr_t *)result = info->dlpi_addr;
    return 1; // the program comes first
}

// The symbols of the program, those of static variables too.
static void read_symbols(void)
{
    uintptr_t loaded = 0;
    dl_iterate_phdr(find_base, &loaded);
    int file = open("/proc/self/exe", O_RDONLY);
    struct stat status;
    if (file < 0 || fstat(file, &status) != 0)
        say("cannot read the program's symbols"), _exit(3);
    char *image = mmap(0, status.st_size, PROT_READ, MAP_PRIVATE, file, 0);
    close(file);
    if (image == MAP_FAILED)
        say("cannot read the program's symbols"), _exit(3);
    ElfW(Ehdr) *header = (ElfW(Ehdr) *)image;
    ElfW(Shdr) *sections = (ElfW(Shdr) *)(image + header->e_shoff);
    for (int number = 0; number < header->e_shnum; number++) {
        if (sections[number].sh_type != SHT_SYMTAB)
            continue;
        ElfW(Sym) *entries = (ElfW(Sym) *)(image + sections[number].sh_offset);
        size_t count = sections[number].sh_size / sizeof *entries;
        const char *names = image + sections[sections[number].sh_link].sh_offset;
        symbols = __real_calloc(count, sizeof *symbols);
        const char *file = "";
        for (size_t entry = 0; entry < count; entry++) {
            int type = ELF64_ST_TYPE(entries[entry].st_info), binding = ELF64_ST_BIND(entries[entry].st_info);
            if (type == STT_FILE)
                file = names + entries[entry].st_name;
            if (binding == STB_LOCAL && strcmp(file, "umpteen_runtime.c") == 0)
                continue;
            if ((type == STT_OBJECT || type == STT_FUNC) && entries[entry].st_shndx != SHN_UNDEF)
                symbols[symbol_count++] = (struct symbol){names + entries[entry].st_name,
                    binding == STB_LOCAL ? file : "", loaded + entries[entry].st_value, entries[entry].st_size};
        }
    }
}

// Whether a name of the trace, `counter@queue`, is told to be that of a file, `queue.c`. Files of one name have numbers.
static int is_in_file(const char *name, const char *file)
{
    size_t length = strcspn(name, ".#");
    return *name >= '0' && *name <= '9' ? *file != 0 : strncmp(name, file, length) == 0 && strchr(".", file[length]);
}

// Whether a symbol is that of a variable or function: gcc calls a static variable of a function `name.number`.
static int is_named(const struct symbol *symbol, const char *object)
{
    const char *dot = strrchr(object, '.');
    const char *name = dot ? dot + 1 : object;
    size_t length = strcspn(name, "#@");
    if (strncmp(symbol->name, name, length) != 0 || symbol->name[length] != (dot ? '.' : 0))
        return 0;
    const char *at = strchr(object, '@');
    return at ? is_in_file(at + 1, symbol->file) : 1;
}

static uintptr_t function_at(const char *name)
{
    for (size_t number = 0; number < symbol_count; number++)
        if (strcmp(symbols[number].name, name) == 0)
            return symbols[number].address;
    return 0;
}

static const struct umpteen_place *place_of(int object)
{
    for (int number = 0; number < umpteen_place_count; number++)
        if (umpteen_places[number].object == object)
            return &umpteen_places[number];
    return 0;
}

static void place_objects(void)
{
    for (int object = 0; object < umpteen_object_count; object++) {
        int found = 0;
        enum umpteen_storage storage = umpteen_objects[object].storage;
        for (size_t number = 0; number < symbol_count && (storage == STATIC || storage == CODE); number++)
            if (is_named(&symbols[number], umpteen_objects[object].name))
                found++, base[object] = symbols[number].address;
        // Several functions have a static variable of this name: the first access tells.
        if (found > 1)
            base[object] = 0;
    }
}

static struct block *block_at(uintptr_t address)
{
    for (struct block *block = blocks; block; block = block->next)
        if (address - block->start < block->size)
            return block;
    return 0;
}

// An object of the heap is as large as was asked for, whatever the trace says.
static int is_in(int object, uintptr_t address)
{
    if (umpteen_objects[object].storage != HEAP)
        return address - base[object] < umpteen_objects[object].size;
    struct block *block = block_at(address);
    return block && block->start == base[object];
}

static int is_known(uintptr_t address)
{
    for (int object = 0; object < umpteen_object_count; object++)
        if (base[object] && umpteen_objects[object].storage != CODE && is_in(object, address))
            return 1;
    return 0;
}

// A value of the trace as the program has it: addresses are others there.
static unsigned long long real_value(unsigned long long value, size_t size)
{
    for (int object = 0; object < umpteen_object_count && size == sizeof(void *); object++) {
        unsigned long long offset = value - umpteen_objects[object].address;
        uintptr_t start = base[object] ? base[object] : in_frame[object];
        if (start && offset < umpteen_objects[object].size)
            return start + offset;
    }
    return value;
}

// Whether an address may be that of an object whose place is not known yet.
static int may_be_at(int object, uintptr_t address)
{
    if (umpteen_objects[object].storage == AUTOMATIC)
        return !is_known(address) && !block_at(address);
    for (size_t number = 0; number < symbol_count; number++)
        if (is_named(&symbols[number], umpteen_objects[object].name)
            && address - symbols[number].address < symbols[number].size)
            return umpteen_objects[object].storage == STATIC;
    return 0;
}
