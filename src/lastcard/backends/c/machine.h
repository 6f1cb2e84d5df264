/* What the translated functions need: integers as Python has them, within 64 bits.
 *
 * CHECKED is for tests: it ends the process where a value does not fit its field or a shift loses bits, which the
 * sanitisers of the compiler do not see. */
#include <stdint.h>

#ifndef FN
#define FN static inline
#endif

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

typedef int64_t INT;

#ifdef CHECKED
#include <stdlib.h>
#define MUST(holds) ((holds) ? (void)0 : abort())
#else
#define MUST(holds) ((void)0)
#endif

FN INT fitting(INT value, int bytes) {
    MUST(bytes == 8 || (value >= -(INT64_C(1) << (8 * bytes - 1)) && value < INT64_C(1) << (8 * bytes - 1)));
    (void)bytes;
    return value;
}
#define LOAD(place) ((INT)(place))
#define STORE(type, place, value) ((place) = (type)fitting(value, sizeof(type)))

/* Division rounds down, as in Python; C rounds towards zero. */
FN INT floor_div(INT a, INT b) {
    INT left = a % b;
    return a / b - ((left != 0) & ((left < 0) != (b < 0)));
}
FN INT floor_mod(INT a, INT b) {
    INT left = a % b;
    return left + (((left != 0) & ((left < 0) != (b < 0))) ? b : 0);
}
FN INT shift_left(INT a, INT places) {
    INT shifted = (INT)((uint64_t)a << places);
    MUST(places >= 0 && places < 64 && shifted >> places == a);
    return shifted;
}
FN INT shift_right(INT a, INT places) {
    MUST(places >= 0 && places < 64);
    return a >> places;
}
FN INT min_of(INT a, INT b) { return a < b ? a : b; }
FN INT max_of(INT a, INT b) { return a > b ? a : b; }

FN INT lc_count_bits(INT bits) { return __builtin_popcountll((uint64_t)bits); }
FN INT lc_lowest_bit(INT bits) {
    MUST(bits != 0);
    return __builtin_ctzll((uint64_t)bits);
}

typedef struct { INT v[2]; } Ints2;
typedef struct { INT v[3]; } Ints3;
typedef struct { INT v[4]; } Ints4;
typedef struct { double v[2]; } Floats2;

/* Lists carry their lengths. */
typedef struct { int64_t *at; INT n; } Row;
typedef struct { int64_t *at; INT n, width; } Table;
FN Row row_of(Table table, INT i) {
    MUST(i >= 0 && i < table.n);
    return (Row){table.at + i * table.width, table.width};
}

/* What an entry is given for each of its parameters. */
typedef struct { void *at; INT n, width; } List;
