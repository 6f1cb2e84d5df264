/* What a library for Windows needs when it is linked without the C runtime, which zig would have to build first. */
#if defined(ALONE)
#include <stddef.h>
int _fltused = 0;
/* Where a library begins: zig before 0.17 asks for the second name. */
int __stdcall DllMainCRTStartup(void *library, unsigned long reason, void *reserved) {
    (void)library, (void)reason, (void)reserved;
    return 1;
}
int __stdcall _DllMainCRTStartup(void *library, unsigned long reason, void *reserved) {
    return DllMainCRTStartup(library, reason, reserved);
}
__attribute__((no_builtin("memcpy"))) void *memcpy(void *restrict to, const void *restrict from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n--) *t++ = *f++;
    return to;
}
__attribute__((no_builtin("memmove"))) void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (t < f) {
        while (n--) *t++ = *f++;
    } else {
        while (n--) t[n] = f[n];
    }
    return to;
}
__attribute__((no_builtin("memset"))) void *memset(void *to, int value, size_t n) {
    unsigned char *t = to;
    while (n--) *t++ = (unsigned char)value;
    return to;
}
#endif
