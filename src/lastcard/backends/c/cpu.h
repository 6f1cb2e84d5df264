/* Whether this is a machine of the level x86-64-v3, which is about ten years old. */
#if defined(__x86_64__)
#include <cpuid.h>
EXPORT int lastcard_recent(void) {
    unsigned a, b, c, d, low, high;
    const unsigned fma = 1u << 12, movbe = 1u << 22, osxsave = 1u << 27, avx = 1u << 28, f16c = 1u << 29;
    const unsigned all = fma | movbe | osxsave | avx | f16c;
    if (!__get_cpuid(1, &a, &b, &c, &d) || (c & all) != all) return 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    if ((low & 6) != 6) return 0; /* the system must save the wide registers */
    const unsigned bmi1 = 1u << 3, avx2 = 1u << 5, bmi2 = 1u << 8, lzcnt = 1u << 5;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d) || (b & (bmi1 | avx2 | bmi2)) != (bmi1 | avx2 | bmi2)) return 0;
    return __get_cpuid(0x80000001, &a, &b, &c, &d) && (c & lzcnt);
}
#else
EXPORT int lastcard_recent(void) { return 0; }
#endif
