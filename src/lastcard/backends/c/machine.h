/* What the translated functions need: integers as Python has them, within 64 bits.
 *
 * CHECKED is for tests: it ends the process where a value does not fit its field or a shift loses bits, which the
 * sanitisers of the compiler do not see. */
#ifndef FN
#include <stdint.h>
#define FN static inline
#define RARE FN
#define LOOP
#define COUNT_BITS __builtin_popcountll
#define LOWEST_BIT __builtin_ctzll
#endif

#if defined(_WIN32)
#define EXPORT __declspec(dllexport)
#else
#define EXPORT __attribute__((visibility("default")))
#endif

#ifdef __cplusplus
#define MAKE(type, ...) (type{__VA_ARGS__})
#else
#define MAKE(type, ...) ((type){__VA_ARGS__})
#endif

typedef int64_t INT;
#ifndef SMALL
#define SMALL INT /* for integers that fit in 32 bits; a GPU is faster with these */
#endif

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
FN SMALL small_div(SMALL a, SMALL b) {
    SMALL left = a % b;
    return a / b - ((left != 0) & ((left < 0) != (b < 0)));
}
FN SMALL small_mod(SMALL a, SMALL b) {
    SMALL left = a % b;
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
FN SMALL small_right(SMALL a, SMALL places) {
    MUST(places >= 0 && places < 64);
    return a >> (sizeof(SMALL) == sizeof(INT) || places < 31 ? places : 31);
}
FN INT min_of(INT a, INT b) { return a < b ? a : b; }
FN INT max_of(INT a, INT b) { return a > b ? a : b; }

FN INT lc_count_bits(INT bits) { return COUNT_BITS((uint64_t)bits); }
FN INT lc_lowest_bit(INT bits) {
    MUST(bits != 0);
    return LOWEST_BIT((uint64_t)bits);
}

typedef struct { INT v[2]; } Ints2;
typedef struct { INT v[3]; } Ints3;
typedef struct { INT v[4]; } Ints4;
typedef struct { double v[2]; } Floats2;

/* Lists carry their lengths; how their numbers are stored is part of the name. */
typedef struct { int64_t *at; INT n; } Row;
typedef struct { int64_t *at; INT n, width; } Table;
typedef struct { int8_t *at; INT n; } Row_i1;
typedef struct { int8_t *at; INT n, width; } Table_i1;
typedef struct { int32_t *at; INT n; } Row_i4;
typedef struct { float *at; INT n; } Row_f4;
typedef struct { float *at; INT n, width; } Table_f4;
FN INT row_number(INT i, INT n) {
    MUST(i >= 0 && i < n);
    return i;
}
#define ROW_OF(type, table, i) MAKE(type, (table).at + row_number(i, (table).n) * (table).width, (table).width)

/* What an entry is given for each of its parameters. */
typedef struct { void *at; INT n, width; } List;
