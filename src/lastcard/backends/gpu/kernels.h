/* The kernels: shuffle a pack for each round, play the rounds, add them up. */

typedef struct { uint32_t word[4]; } __attribute__((aligned(16))) Quad;
typedef struct { Quad quad[PACK_QUADS]; } Pack; /* the generator, then the pile */
typedef struct { int32_t dealer, moves, turns, ended, winners, points; uint32_t facts[FACT_WORDS]; } Outcome;

FN void clear_state(State *s) {
    LOOP for (int i = 0; i < (int)sizeof(State); i++) ((char *)s)[i] = 0;
}

KERNEL shuffle_packs(Pack *packs, INT seed, INT first, INT count) {
    State own, *s = &own;
    s->pile.word[PILE_WORDS - 1] = 0; /* the pack may not fill it */
    LOOP for (INT i = THIS_LANE; i < count; i += ALL_LANES) {
        lc_seed(s, seed, first + i);
        lc_stack_pack(s, 0);
        lc_shuffle(s);
        Quad generator;
        for (int k = 0; k < 4; k++) generator.word[k] = (uint32_t)State_rng(s, k);
        packs[i].quad[0] = generator;
        LOOP for (int q = 1; q < PACK_QUADS; q++) {
            Quad cards;
            for (int k = 0; k < 4; k++) cards.word[k] = 4 * (q - 1) + k < PILE_WORDS ? s->pile.word[4 * (q - 1) + k] : 0;
            packs[i].quad[q] = cards;
        }
    }
}

FN void deal_pack(State *s, const Pack *pack, INT number) {
    Quad generator = pack->quad[0];
    for (int k = 0; k < 4; k++) State_rng_put(s, k, generator.word[k]);
    for (int q = 1; q < PACK_QUADS; q++) {
        Quad cards = pack->quad[q];
        for (int k = 0; k < 4; k++)
            if (4 * (q - 1) + k < PILE_WORDS) s->pile.word[4 * (q - 1) + k] = cards.word[k];
    }
    State_n_stock_put(s, PACK);
    s->strange = 0;
    lc_forget_tally(s);
    lc_deal_stock(s, 0, PLAYERS, number % PLAYERS, 0, 0);
}

/* Points are written here and not when the round ends, since then hardly another lane would do the same. */
FN void report(Outcome *outcome, State *s, int32_t moves) {
    lc_write_points(s, 0);
    outcome->dealer = (int32_t)State_dealer(s);
    outcome->moves = moves;
    outcome->turns = (int32_t)State_turns(s);
    outcome->ended = s->strange ? STRANGE : (int32_t)lc_how_it_ended(s, 0);
    outcome->winners = (int32_t)State_winners(s);
    outcome->points = (int32_t)lc_points_written(s);
    for (int i = 0; i < FACT_WORDS; i++) outcome->facts[i] = s->tally.word[i];
}

/* A lane that has finished a round waits until REFILL lanes of its group have, and then they begin together. */
KERNEL BOUNDED play_rounds(const Pack *packs, INT first, INT count, uint32_t *next, Outcome *outcomes) {
    State own, *s = &own;
    INT number = -1;
    int32_t moves = 0;
    int done = 0;
    clear_state(s);
    State_phase_put(s, OVER);
    for (;;) {
        int idle = State_phase(s) == OVER;
        uint32_t waiting = VOTES(idle && !done), playing = VOTES(!idle);
        if (waiting && (COUNT_BITS(waiting) >= REFILL || !playing)) {
            if (idle && !done) {
                if (number >= 0) report(&outcomes[number], s, moves);
                number = NEXT(next);
                moves = 0;
                done = number >= count;
                if (!done) deal_pack(s, &packs[number], first + number);
            }
            TOGETHER();
        } else if (!playing) {
            break;
        }
        if (State_phase(s) != OVER) {
            lc_one_move(s, 0, 0, lc_lays_invite_claims(0));
            moves++;
        }
        TOGETHER();
    }
}

FN INT measured(const Outcome *o, int which) {
    if (which == MOVES) return o->moves;
    if (which == TURNS) return o->turns;
    if (which == POINTS) return o->points;
    return o->facts[which / 2] >> which % 2 * 16 & 65535;
}

/* Each task is one column of the totals and every `stretches`-th round. */
enum { LENGTHS = MEASURES, WHOLE, PLACES, WINS = PLACES + PLAYERS, COLUMNS = WINS + PLAYERS };

FN void add_lengths(const Outcome *o, Totals *t) {
    ADD(t->moves[o->moves < BINS ? o->moves : BINS - 1], 1);
    ADD(t->turns[o->turns < BINS ? o->turns : BINS - 1], 1);
}

FN void add_measure(const Outcome *outcomes, INT from, INT count, INT step, int which, Totals *t) {
    INT sum = 0, squares = 0;
    LOOP for (INT i = from; i < count; i += step) {
        if (outcomes[i].ended == UNFINISHED || outcomes[i].ended == STRANGE) continue;
        INT value = measured(&outcomes[i], which);
        sum += value;
        squares += value * value;
    }
    ADD(t->sums[which], sum);
    ADD(t->squares[which], squares);
}

FN void add_wins(const Outcome *outcomes, INT from, INT count, INT step, int place, int from_dealer, int64_t *wins) {
    INT won = 0;
    LOOP for (INT i = from; i < count; i += step) {
        if (outcomes[i].ended == UNFINISHED || outcomes[i].ended == STRANGE) continue;
        int seat = from_dealer ? (outcomes[i].dealer + 1 + place) % PLAYERS : place;
        won += outcomes[i].winners >> seat & 1;
    }
    ADD(*wins, won);
}

FN void add_whole(const Outcome *outcomes, INT from, INT count, INT step, Totals *t) {
    INT rounds = 0, moves = 0, unfinished = 0, blocked = 0, refilled = 0;
    LOOP for (INT i = from; i < count; i += step) {
        const Outcome *o = &outcomes[i];
        if (o->ended == STRANGE) continue;
        rounds++;
        moves += o->moves;
        unfinished += o->ended == UNFINISHED;
        blocked += o->ended == BLOCKED;
        refilled += o->ended != UNFINISHED && measured(o, F_REFILLED) > 0;
    }
    ADD(t->rounds, rounds);
    ADD(t->all_moves, moves);
    ADD(t->unfinished, unfinished);
    ADD(t->blocked, blocked);
    ADD(t->refilled, refilled);
}

KERNEL add_up(const Outcome *outcomes, INT count, INT stretches, Totals *t) {
    LOOP for (INT task = THIS_LANE; task < COLUMN_ROOM * stretches; task += ALL_LANES) {
        int column = (int)(task % COLUMN_ROOM);
        INT from = task / COLUMN_ROOM;
        if (column < MEASURES) {
            add_measure(outcomes, from, count, stretches, column, t);
        } else if (column == LENGTHS) {
            LOOP for (INT i = from; i < count; i += stretches)
                if (outcomes[i].ended != UNFINISHED && outcomes[i].ended != STRANGE) add_lengths(&outcomes[i], t);
        } else if (column == WHOLE) {
            add_whole(outcomes, from, count, stretches, t);
        } else if (column < WINS) {
            add_wins(outcomes, from, count, stretches, column - PLACES, 1, &t->wins[column - PLACES]);
        } else if (column < COLUMNS) {
            add_wins(outcomes, from, count, stretches, column - WINS, 0, &t->seat_wins[column - WINS]);
        }
    }
}
