// <stdio.h> (C11 7.21) and <syslog.h>. A file is an object that nobody looks into, and what is read from it is any data.

_Bool __VERIFIER_nondet_bool(void);
unsigned char __VERIFIER_nondet_uchar(void);
unsigned int __VERIFIER_nondet_uint(void);
unsigned long __VERIFIER_nondet_ulong(void);
void __VERIFIER_nondet_memory(void *pointer, unsigned long bytes);
void umpteen_reads(const void *pointer, unsigned long bytes);
void umpteen_any_text(char *text, unsigned long bytes);
void umpteen_assumes(const char *text);
void umpteen_prints(const char *format);
void umpteen_approximates(const char *text);
int umpteen_fail(void);
int umpteen_try(void);
int umpteen_end(void);
int umpteen_number(void);

static char umpteen_files[16] = {0};

void *stdin = umpteen_files;
void *stdout = umpteen_files + 1;
void *stderr = umpteen_files + 2;

static void *umpteen_open(void)
{
    return umpteen_try() ? 0 : (void *)(umpteen_files + 3 + __VERIFIER_nondet_uchar() % 13);
}

void *fopen(const char *path, const char *mode)
{
    return umpteen_open();
}

void *fopen64(const char *path, const char *mode)
{
    return umpteen_open();
}

void *freopen(const char *path, const char *mode, void *file)
{
    return umpteen_try() ? 0 : file;
}

void *fdopen(int file, const char *mode)
{
    return umpteen_open();
}

void *popen(const char *command, const char *mode)
{
    return umpteen_open();
}

void *tmpfile(void)
{
    return umpteen_open();
}

int fclose(void *file)
{
    return umpteen_try();
}

int pclose(void *file)
{
    return umpteen_number();
}

int fileno(void *file)
{
    return umpteen_number();
}

int feof(void *file)
{
    return __VERIFIER_nondet_bool();
}

int ferror(void *file)
{
    return __VERIFIER_nondet_bool();
}

void clearerr(void *file)
{
}

void rewind(void *file)
{
}

int fseek(void *file, long offset, int whence)
{
    return umpteen_try();
}

long ftell(void *file)
{
    long place = __VERIFIER_nondet_ulong() >> 1;
    return umpteen_try() ? -1 : place;
}

void setbuf(void *file, char *buffer)
{
    umpteen_assumes("nobody uses the buffers of files");
}

int setvbuf(void *file, char *buffer, int mode, unsigned long size)
{
    umpteen_assumes("nobody uses the buffers of files");
    return umpteen_try();
}

int remove(const char *path)
{
    return umpteen_try();
}

int rename(const char *from, const char *to)
{
    return umpteen_try();
}

// A part of the element after the last one may be read, too (C11 7.21.8.1).
unsigned long fread(void *to, unsigned long size, unsigned long count, void *file)
{
    unsigned long done = __VERIFIER_nondet_ulong();
    if (done > count || !size)
        done = 0;
    unsigned long bytes = done * size;
    if (size && done < count) {
        umpteen_try();
        bytes += size - 1;
    }
    if (bytes)
        __VERIFIER_nondet_memory(to, bytes);
    return done;
}

unsigned long fwrite(const void *from, unsigned long size, unsigned long count, void *file)
{
    unsigned long done = __VERIFIER_nondet_ulong();
    umpteen_reads(from, size * count);
    if (done > count || !size)
        done = 0;
    if (size && done < count)
        umpteen_fail();
    return done;
}

// A character or the end of the file.
int fgetc(void *file)
{
    int c = __VERIFIER_nondet_uchar();
    return umpteen_end() ? -1 : c;
}

int getc(void *file)
{
    return fgetc(file);
}

int _IO_getc(void *file)
{
    return fgetc(file);
}

int getchar(void)
{
    return fgetc(0);
}

int ungetc(int c, void *file)
{
    return c == -1 || umpteen_end() ? -1 : (unsigned char)c;
}

// A line that is not empty, or nothing: at the end of the file the text stays, and after a failure it is any (C11 7.21.7.2).
// Only the last character may end a line.
char *fgets(char *to, int room, void *file)
{
    unsigned int length = __VERIFIER_nondet_uint();
    if (room < 1)
        return 0;
    if (room == 1) {
        to[0] = 0;
        return to;
    }
    if (length == 0)
        return 0;
    if (length >= (unsigned int)room) {
        umpteen_fail();
        __VERIFIER_nondet_memory((void *)to, room);
        return 0;
    }
    for (unsigned int at = 0; at + 1 < length; at++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        to[at] = c == '\n' ? 0 : c;
    }
    to[length - 1] = __VERIFIER_nondet_uchar();
    to[length] = 0;
    return to;
}

void openlog(const char *name, int options, int facility)
{
}

void syslog(int priority, const char *format, ...)
{
}

void closelog(void)
{
}

int setlogmask(int mask)
{
    return __VERIFIER_nondet_uchar();
}

void flockfile(void *file)
{
}

void funlockfile(void *file)
{
}

// A text that was cut off is as long as it would have been. What does not fit is assumed not to be written where no size
// is given.
int snprintf(char *to, unsigned long room, const char *format, ...)
{
    umpteen_approximates("the text that `snprintf` writes");
    if (room)
        umpteen_any_text(to, room);
    return __VERIFIER_nondet_uint() >> 1;
}

int sprintf(char *to, const char *format, ...)
{
    umpteen_approximates("the text that `sprintf` writes");
    umpteen_assumes("the texts that `sprintf` writes fit");
    umpteen_any_text(to, -1ul);
    return __VERIFIER_nondet_uint() >> 1;
}

// Of further arguments nobody looks at what is printed.
int vsnprintf(char *to, unsigned long room, const char *format, void *arguments)
{
    umpteen_prints(format);
    umpteen_approximates("the text that `vsnprintf` writes");
    if (room)
        umpteen_any_text(to, room);
    return __VERIFIER_nondet_uint() >> 1;
}

int vsprintf(char *to, const char *format, void *arguments)
{
    umpteen_prints(format);
    umpteen_approximates("the text that `vsprintf` writes");
    umpteen_assumes("the texts that `vsprintf` writes fit");
    umpteen_any_text(to, -1ul);
    return __VERIFIER_nondet_uint() >> 1;
}
