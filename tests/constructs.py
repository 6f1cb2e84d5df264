"""One function for each construct that can be translated; each leaves something in the first state."""

from typing import Annotated

from lastcard.core.layout import State
from lastcard.core.machine import count_bits, lowest_bit, random_below
from lastcard.core.records import record
from lastcard.core.terms import NONE, Phase
from lastcard.sim.sampler import restore

SEVEN = 7
OVER = Phase.OVER
QUARTER = 0.25
BELOW = -0.75
LOWEST = -(1 << 63)


Bytes = Annotated[list[int], "i1"]
ByteRows = Annotated[list[list[int]], "i1"]
FloatRows = Annotated[list[list[float]], "f4"]


@record
class Bag:
    """A record of its own."""

    items: Annotated[list[list[list[int]]], "i4", (2, 3, 4)]
    total: Annotated[int, "i8"]


def constants(states: list[State]) -> None:
    s = states[0]
    s.rng[0] = SEVEN + OVER
    s.rng[1] = NONE
    s.rng[2] = 0x7FFFFFFF + 0x7FFFFFFF  # more than 32 bits, of two constants that each have fewer
    s.rng[3] = 0x123456789ABCDEF
    s.hand[0][0] = LOWEST
    s.hand[0][1] = 1 if s.turn > LOWEST else 2


def fields_and_items(states: list[State]) -> None:
    s = states[0]
    s.turn = 3
    s.held[s.turn] = 5
    s.hand[s.turn][1] = 1 << 59
    s.count[s.turn][s.held[3]] = -128
    s.points[0] = s.count[3][5] - s.turn


def operators(states: list[State]) -> None:
    s = states[0]
    a, b = s.points[0], s.points[1]
    s.rng[0] = a + b - (a ^ b)
    s.rng[1] = a * b
    s.rng[2] = (a & 255 | b << 3) >> 1
    s.rng[3] = -a + ~b


def floor_division(states: list[State]) -> None:
    s = states[0]
    for i in range(9):
        for j in range(9):
            if j != 4:
                s.points[2] = s.points[2] * 3 % 1000003 + (i - 4) // (j - 4)
                s.points[3] = s.points[3] * 3 % 1000003 + (i - 4) % (j - 4)
    s.rng[2] = s.points[0] // -3
    s.rng[3] = s.points[0] % -3


def comparisons(states: list[State]) -> None:
    s = states[0]
    a, b = s.points[0], s.points[1]
    s.rng[0] = (a < b) + 2 * (a <= a) + 4 * (a > b) + 8 * (a >= b) + 16 * (a == b) + 32 * (a != b)


def truth(states: list[State]) -> None:
    s = states[0]
    both = s.points[0] < 0 and s.points[1] > 0
    either = s.points[0] > 0 or s.points[1] < 0
    if s.points[0] and s.turn or both:
        s.rng[0] += 1
    if not s.turn and not either:
        s.rng[1] = int(not s.points[0])
    s.rng[2] = 5 if s.points[0] and s.points[1] else 6
    while s.rng[3] < 5 and s.points[0]:
        s.rng[3] += 1


def small_numbers(states: list[State]) -> None:
    """Sums of what C would take for 32 bits."""
    s = states[0]
    s.rng[0] = (s.turn == 0) + 0x7FFFFFFF
    s.rng[1] = (0x7FFFFFFF if s.points[0] else 0x7FFFFFFE) + 1
    s.rng[2] = -(0x7FFFFFFF if s.points[0] else 0x7FFFFFFE) - 2


def only_what_is_needed_is_evaluated(states: list[State]) -> None:
    s = states[0]
    if s.turn and add_one(s) or add_one(s):
        s.rng[1] = s.rng[0]
    s.rng[2] = add_one(s) if s.rng[0] > 5 else 9


def add_one(s: State) -> int:
    s.rng[0] += 1
    return s.rng[0]


def branches(states: list[State]) -> None:
    s = states[0]
    for i in range(10):
        if i == 2:
            s.rng[0] += 1
        elif i < 5:
            s.rng[0] += 10
        elif i == 7:
            pass
        else:
            s.rng[0] += 100
    if s.rng[0]:
        number = 1
        s.rng[2] = 3
    else:
        number = 2
    s.rng[1] = number


def loops(states: list[State]) -> None:
    s = states[0]
    end = 6
    for i in range(2, end):
        end = 3  # too late: the range was made before
        i += 100  # changes nothing of the range
        s.rng[0] += i
    for i in range(10, -1, -3):
        s.points[3] = s.points[3] * 11 + i
    for _ in range(4):
        for _ in range(3):
            s.rng[2] += 1
    for i in range(5, 2):
        s.rng[2] = i
    n = 0
    while n < 100:
        n += 1
        if n % 2:
            continue
        if n > 20:
            break
        s.rng[3] += n


def results(states: list[State]) -> None:
    s = states[0]
    low, high = pair(s, 3)
    s.rng[0], s.rng[1] = high, low
    four = (low, high, low + high, s.points[0])
    s.rng[2] = four[s.turn + 2] + chosen(four, 3)
    s.rng[3] = sign(-5) * 100 + sign(5) * 10 + sign(0) + is_even(4)
    nothing(s)


def pair(s: State, n: int) -> tuple[int, int]:
    return s.points[0] + n, n * n


def chosen(four: tuple[int, int, int, int], n: int) -> int:
    return four[n]


def sign(n: int) -> int:
    if n < 0:
        return -1
    return 1 if n > 0 else 0


def is_even(n: int) -> bool:
    return n % 2 == 0


def nothing(s: State) -> None:
    if s.turn == 0:
        return
    s.turn = 9


def assignments(states: list[State]) -> None:
    s = states[0]
    s.points[2] = other = s.points[0] + 1
    s.points[3], s.points[4] = s.points[4] + 1, s.points[3] + 2
    s.points[5], s.points[6] = s.points[6], s.points[5]
    other |= 1 << 20
    other &= ~3
    other ^= 1
    other <<= 2
    other >>= 1
    other //= 3
    other %= 100_000
    other -= 5
    s.rng[0] = other
    s.points[1] *= -3
    a, b, c, d = s.rng
    s.rng[1] = a + b + c + d


def rows(states: list[State]) -> None:
    """A name for a row stands for the same items, whatever its indices become."""
    s = states[0]
    seat = 2
    hand = s.hand[seat]
    points = s.points
    count = s.count[seat]
    seat = 5
    hand[1] = 77
    points[seat] = hand[1]
    count[seat] += 3
    s.hand[2][0] = hand[0] + count[5]
    low, high = s.hand[2]
    s.rng[0] = low << 20 | high


def built_ins(states: list[State]) -> None:
    s = states[0]
    s.rng[0] = min(s.points[0], 3) + 10 * max(s.points[0], 3)
    s.rng[1] = len(states) * 100 + int(s.turn == 0)
    s.rng[2] = count_bits(0x0F0F << 40) * 100 + lowest_bit(1 << 50)
    s.rng[3] = random_below(states[1], 100)


def floats(states: list[State]) -> None:
    s = states[0]
    total = 0.1
    for i in range(10):
        total = total * 1.1 + QUARTER * i - s.points[0] / 3
    total = total - -BELOW
    care, chance = halves(total)
    if care < chance:
        care = -care
    if total * 7 > s.points[1] and care < 1:
        s.rng[0] = 5
    s.rng[1] = 1 if total == care + chance + 1 / 3 else 2


def halves(total: float) -> tuple[float, float]:
    return (total / 2, total * QUARTER) if total > 0 else (1.0, 2.0)


def records_change_places(states: list[State]) -> None:
    s, t = states[0], states[1]
    s, t = t, s
    s.turn, t.turn = 5, 6
    t, n = s, t.turn
    t.top = n


def states_are_copied(states: list[State]) -> None:
    restore(states, 0, states, 1)
    states[1].turn = 4
    restore(states, 0, states, 0)


def words_of_c(states: list[State]) -> None:
    s = states[0]
    register = 5
    for short in range(register):
        s.rng[0] += short
    double, int64_t = 3, 4
    s.rng[1] = double * int64_t
    floor_div, fitting, new = 9, 4, 6
    s.rng[2] = floor_div // fitting + new


def own_record(bags: list[Bag], table: list[list[int]], numbers: list[int]) -> None:
    bag = bags[0]
    for i in range(len(table)):
        for j in range(len(numbers)):
            bag.items[i][j][3] = table[i][j]
            bag.total += table[i][j]
            numbers[j] += table[i][j]
    bag.total += len(numbers)
    table[1][2] = 99


def stored_lists(small: Bytes, rows: ByteRows, ints: Annotated[list[int], "i4"], floats: FloatRows) -> None:
    for i in range(len(small)):
        small[i] = small[i] * 2 - i
        ints[i] += small[i] * 100_000
        rows[i % 2][i] = small[i] > 0
        floats[1][i] = small[i] / 3
        floats[1][i] += 0.5
