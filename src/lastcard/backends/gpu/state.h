/* What the layout of a state needs. */
#define SMALL_LOAD(place) ((SMALL)(place))
#define EXPECT(p, holds) ((holds) ? (void)0 : (void)((p)->strange = 1))
#define STORE_WORD(type, place, value) ((place) = (type)word(value))
#ifndef MOST
#define MOST 65535 /* of one fact in a round */
#endif
FN INT word(INT value) {
    MUST(value >= 0 && value <= INT64_C(4294967295));
    return value;
}
FN SMALL nibble(const uint8_t *row, SMALL i) { return row[i >> 1] >> ((i & 1) * 4) & 15; }
FN void put_nibble(int8_t *strange, uint8_t *row, SMALL i, int has_slot, SMALL value) {
    int places = (int)(i & 1) * 4;
    MUST(value >= 0 && value <= 15);
    if (value && !has_slot) *strange = 1;
    row[i >> 1] = (uint8_t)((row[i >> 1] & ~(15 << places)) | (int)value << places);
}
#define put_tally(p, i, value) put_count(&(p)->tally.item[i], &(p)->strange, value)
FN void put_count(uint16_t *place, int8_t *strange, SMALL value) {
    *place = (uint16_t)value;
    if (value > MOST) *strange = 1;
}
