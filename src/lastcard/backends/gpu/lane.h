/* What stands for a GPU on a CPU: a single lane, for tests of the same functions, layout and kernels. */
#include <stdint.h>

#define SMALL int32_t
#define FN static inline
#define RARE FN
#define LOOP
#define COUNT_BITS __builtin_popcountll
#define LOWEST_BIT __builtin_ctzll
#define TABLE static const

#define KERNEL EXPORT void
#define BOUNDED
#define THIS_LANE 0
#define ALL_LANES 1
#define VOTES(yes) ((uint32_t)((yes) != 0))
#define TOGETHER() ((void)0)
#define NEXT(counter) ((*(counter))++)
#define ADD(place, amount) ((place) += (amount))
