"""Deal, play, show and pay many tables, in the core's style: what Python calls."""

from ..core.deal import deal, seed
from ..core.layout import Rules, Sheet
from ..core.machine import count_bits, next_word
from ..core.match import gain, low_is_good, open_match, write_round
from ..core.terms import CALLING, NONE, OVER, TURN
from ..sim.plan import MATCH_LIMIT, Plan
from ..sim.players import decide
from ..sim.sampler import restore
from .ask import answer, forget_answers, planned_claim, play_on
from .game import (
    ADVISE, BY_POINTS, BY_RANK, CHECK, CHECK_AHEAD, LOOK, LOOK_TABLE, RESET, SAMPLE, STEP, TRY, ByteRows, Bytes,
    FloatRows, Game, Ints, Spec, Work,
)  # fmt: skip
from .recall import forget_round
from .show import action_of, index_of, may_answer, order_colours, order_seats, show_game, show_legal, show_truth

WORD = 0xFFFFFFFF
POLICIES = 0x5A17C9E3  # what sets the seed of the policies apart from that of the round
POINTS = 100  # that are worth a reward of 1

# ---------------------------------------------------------------- dealing


def deal_round(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, dealer: int) -> None:
    """Deal a round, and play on until a seat must decide outside."""
    for i in range(4):
        s.began[i] = s.rng[i]
    forget_round(s)
    forget_answers(s)
    deal(s, r, e.seats, dealer, 0, sheet.eliminated)
    s.n_events = 0  # what the start card did is not remembered
    play_on(s, r, p, e)


def open_episode(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, table: int) -> None:
    """Begin the next episode of a table, which depends on the seed, the table and the episode and on nothing else."""
    seed(s, e.seed ^ POLICIES, table << 32 | s.episode)
    for i in range(4):
        s.chance[i] = s.rng[i]
    seed(s, e.seed, table << 32 | s.episode)
    s.seats = e.seats
    s.remembers = e.observe
    s.decisions = 0
    s.dice = next_word(s) | 1
    dealer = (e.seed % e.seats + table + s.episode) % e.seats
    s.episode += 1
    sheet.eliminated = 0
    if e.match:
        open_match(sheet, r, s, e.seats, 0)
        dealer = sheet.dealer
    deal_round(s, sheet, r, p, e, dealer)


def match_ended(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec) -> bool:
    """Score a round that is over; if the match goes on, deal the next one and return False."""
    write_round(sheet, r, s, 0)
    if sheet.over or sheet.rounds >= MATCH_LIMIT:
        return True
    deal_round(s, sheet, r, p, e, sheet.dealer)
    return False


def next_episode(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, table: int) -> None:
    """Begin the next episode; one that is over before any seat outside had a turn is not counted.

    A match goes on after a round like that.
    """
    open_episode(s, sheet, r, p, e, table)
    while s.phase == OVER:
        if not e.match or match_ended(s, sheet, r, p, e):
            open_episode(s, sheet, r, p, e, table)


# ---------------------------------------------------------------- paying


def win_pays(winners: int, seats: int, seat: int) -> float:
    """Return a part of 1 for a winner and of -1 for anyone else, equal parts; 0 if nobody or everybody won."""
    won = count_bits(winners)
    if won == 0 or won == seats:
        return 0.0
    return 1.0 / won if winners >> seat & 1 else -1.0 / (seats - won)


def pay_win(winners: int, seats: int, rewards: FloatRows, table: int) -> None:
    """Pay all seats for a win."""
    for seat in range(seats):
        rewards[table][seat] = win_pays(winners, seats, seat)


def pay_points(s: Game, sheet: Sheet, r: Rules, rewards: FloatRows, table: int) -> None:
    """Add what each seat scored in the round, less what all scored on average; those eliminated before have no part."""
    total = 0
    for seat in range(s.seats):
        if not sheet.eliminated >> seat & 1:
            total += gain(r, s, seat)
    sign, playing = -1 if low_is_good(r) else 1, s.seats - count_bits(sheet.eliminated)
    for seat in range(s.seats):
        if not sheet.eliminated >> seat & 1:
            rewards[table][seat] += sign * (gain(r, s, seat) * playing - total) / (POINTS * playing)


def pay_rank(sheet: Sheet, rewards: FloatRows, table: int) -> None:
    """Pay for the rank in the match, from 1 for the first to -1 for the last; equal ranks share."""
    for seat in range(sheet.seats):
        equal = 0
        for other in range(sheet.seats):
            equal += sheet.ranks[other] == sheet.ranks[seat]
        if sheet.ranks[seat] > 0:
            behind = sheet.seats - 1 - 2 * (sheet.ranks[seat] - 1) - (equal - 1)
            rewards[table][seat] = behind / (sheet.seats - 1)


def episode_ended(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, rewards: FloatRows, table: int) -> bool:
    """Return whether the episode has ended, and pay for it; in a match, deal the next round instead."""
    while s.phase == OVER:
        if e.reward == BY_POINTS:
            pay_points(s, sheet, r, rewards, table)
        if not e.match or match_ended(s, sheet, r, p, e):
            if e.reward == BY_RANK:
                if sheet.over:  # else it was cut off, and only those who are out have a rank
                    pay_rank(sheet, rewards, table)
            elif e.reward != BY_POINTS:
                pay_win(sheet.winners if e.match else s.winners, e.seats, rewards, table)
            return True
    return False


# ---------------------------------------------------------------- advice


def random_choice(s: Game) -> int:
    """Return the index of a random legal action, to draw on a turn only if nothing can be laid.

    The round's own random numbers stay as they are.
    """
    dice = s.dice
    dice = dice ^ dice << 13 & WORD
    dice = dice ^ dice >> 17
    dice = dice ^ dice << 5 & WORD
    s.dice = dice
    only_lays = s.phase == TURN and s.asking == 0 and s.n_lays > 0
    return s.choices[(dice >> 8 & 0xFFFFFF) * (s.n_lays if only_lays else s.n_choices) >> 24]


def advised(s: Game, r: Rules, p: Plan, e: Spec) -> int:
    """Return the index of what a policy would do; the round's own random numbers stay as they are."""
    a, b, c, d = s.rng
    seed(s, s.dice, s.moves)
    action = planned_claim(s, r, p, s.seat) if s.asking else decide(s, r, p, s.seat)
    s.rng[0], s.rng[1], s.rng[2], s.rng[3] = a, b, c, d
    if not e.ask and action >= CALLING:
        action -= CALLING
    return index_of(s, e, action)


def try_actions(
    spare: list[Game], games: list[Game], table: int, r: Rules, p: Plan, e: Spec, outcomes: FloatRows
) -> None:
    """For each legal action, take it at a copy of the table, let the plan play all seats to the end, and note the pay.

    Every copy has the same hidden cards and the same random numbers to come.
    """
    for index in range(e.n_actions):
        outcomes[table][index] = 0.0
    for i in range(games[table].n_choices):
        restore(spare, 0, games, table)  # type: ignore[arg-type]  # games are longer states
        s = spare[0]
        seat, index = s.seat, s.choices[i]
        s.remembers = 0
        answer(s, r, p, e, action_of(s, e, index))
        s.learners = s.asked  # claims that were answered still count; after that nobody is asked any more
        play_on(s, r, p, e)
        s.learners = 0
        play_on(s, r, p, e)
        outcomes[table][index] = win_pays(s.winners, s.seats, seat)


def look_ahead(
    spare: list[Game], games: list[Game], table: int, index: int, sheet: Sheet, r: Rules, p: Plan, e: Spec, row: int,
    obs: ByteRows, truth: ByteRows, mask: ByteRows, rewards: FloatRows, ended: Bytes,
) -> int:  # fmt: skip
    """Take an action at a copy of its table, and show in this row where that leads to; return who decides there.

    If it ends the round, the row says who is paid what; what is shown is then the last that was shown in it.
    """
    restore(spare, 0, games, table)  # type: ignore[arg-type]  # games are longer states
    s = spare[0]
    answer(s, r, p, e, action_of(s, e, index))
    play_on(s, r, p, e)
    for seat in range(e.seats):
        rewards[row][seat] = 0.0
    ended[row] = s.phase == OVER
    if s.phase == OVER:
        pay_win(s.winners, e.seats, rewards, row)
    else:
        show(s, sheet, r, e, obs[row], truth[row], mask[row])
    return s.seat


# ---------------------------------------------------------------- many tables


def play_table(s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, table: int, index: int, rewards: FloatRows) -> bool:
    """Take one answer and play on to the next decision; return whether that ended the episode."""
    answer(s, r, p, e, action_of(s, e, index))
    play_on(s, r, p, e)
    if not episode_ended(s, sheet, r, p, e, rewards, table):
        return False
    next_episode(s, sheet, r, p, e, table)
    return True


def play_tables(
    works: list[Work], rules: list[Rules], plans: list[Plan], specs: list[Spec], games: list[Game],
    sheets: list[Sheet], actions: Ints, obs: ByteRows, truth: ByteRows, mask: ByteRows, seats: Bytes,
    rewards: FloatRows, ended: Bytes, spare: list[Game], outcomes: FloatRows, refused: Ints,
) -> None:  # fmt: skip
    """Do the works one after the other, with the first rules.

    Stop at an action that is not legal: `refused[0]` is that table, or NONE.
    """
    refused[0] = NONE
    for i in range(len(works)):
        work = works[i]
        for table in range(work.first, work.first + work.count):
            place, index = table, actions[table]
            if work.kind == CHECK_AHEAD or work.kind == LOOK:  # the action says at which table it is tried out
                place, index = index // LOOK_TABLE, index % LOOK_TABLE
                if place < 0:
                    break
            if work.kind == CHECK or work.kind == CHECK_AHEAD:
                if not may_answer(games[place], index):
                    refused[0] = table
                    return
            elif work.kind == LOOK:
                seats[table] = look_ahead(
                    spare, games, place, index, sheets[place], rules[0], plans[games[place].plan], specs[0], table, obs,
                    truth, mask, rewards, ended,
                )  # fmt: skip
            elif work.kind == SAMPLE:
                actions[table] = random_choice(games[table])
            elif work.kind == ADVISE:
                actions[table] = advised(games[table], rules[0], plans[0], specs[0])
            elif work.kind == TRY:
                try_actions(spare, games, table, rules[0], plans[0], specs[0], outcomes)
            else:
                do_table(
                    work.kind, games[table], sheets[table], rules[0], plans[games[table].plan], specs[0], table, index,
                    obs, truth, mask, rewards, ended,
                )  # fmt: skip
                seats[table] = games[table].seat


def do_table(
    kind: int, s: Game, sheet: Sheet, r: Rules, p: Plan, e: Spec, table: int, index: int, obs: ByteRows,
    truth: ByteRows, mask: ByteRows, rewards: FloatRows, ended: Bytes,
) -> None:  # fmt: skip
    """Begin again, take one step, or do neither, and show the table."""
    for seat in range(e.seats):
        rewards[table][seat] = 0.0
    ended[table] = 0
    if kind == RESET:
        s.episode = 0
        next_episode(s, sheet, r, p, e, table)
    elif kind == STEP:
        ended[table] = play_table(s, sheet, r, p, e, table, index, rewards)
    show(s, sheet, r, e, obs[table], truth[table], mask[table])


def show(s: Game, sheet: Sheet, r: Rules, e: Spec, obs: Bytes, truth: Bytes, mask: Bytes) -> None:
    """Show a table to the seat that decides."""
    order_seats(s)
    order_colours(s, r, e)
    show_legal(s, r, e, mask)
    if e.observe:
        show_game(s, sheet, r, e, obs)
    if e.truth:
        show_truth(s, r, e, truth)
