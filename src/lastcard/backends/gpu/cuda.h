/* What a GPU provides to the functions and the kernels. */
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#define INT64_C(number) number##LL
#define _Static_assert static_assert

#define SMALL int32_t
#define FN static __device__ __forceinline__
#define RARE static __device__ __noinline__
#define LOOP _Pragma("unroll 1")
#define COUNT_BITS __popcll
#define LOWEST_BIT(bits) (__ffsll(bits) - 1)
#define TABLE static __device__ const

#define KERNEL extern "C" __global__ void
#define BOUNDED __launch_bounds__(BLOCK, BLOCKS)
#define THIS_LANE ((INT)blockIdx.x * blockDim.x + threadIdx.x)
#define ALL_LANES ((INT)gridDim.x * blockDim.x)
#define VOTES(yes) __ballot_sync(~0u, yes)
#define TOGETHER() __syncwarp()
#define NEXT(counter) atomicAdd(counter, 1u)
#define ADD(place, amount) atomicAdd((unsigned long long *)&(place), (unsigned long long)(amount))
