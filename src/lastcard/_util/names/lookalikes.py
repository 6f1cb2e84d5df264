"""What people see of a name: its skeleton, in which letters that look alike are one, and hardly visible signs are gone.

The letters are those of Unicode's list (UTS #39), with a few of our own.  Names of other scripts are as good as any:
this only finds two that look the same beside each other.
"""

import re
import unicodedata
from functools import lru_cache

# Each letter with those that look like it, for letters that compatibility (NFKC) does not make the same.
_ALIKE = {
    "a": "ɑΑαАаᎪᗅꓮ𐊠𖽀",
    "b": "ƄʙΒВЬвᏏᏴᑲᖯᗷꓐꞴ𐊂𐊡𐌁",
    "c": "СсᏟᴄⲤⲥꓚꮯ𐊢𐌂𐐕𐐽𐔜𑣩𑣲",
    "d": "ԁᎠᏧᑯᗞᗪꓒꓓ",
    "e": "ΕεЕеҽᎬⴹꓰꬲ𐊆𑢦𑢮",
    "f": "ϜքᖴẝꓝꞘꞙꬵ𐊇𐊥𐔥𑢢𑣂",
    "g": "ƍɡԌցᏀᏳᶃꓖ",
    "h": "ʜΗНнһհᎻᏂᕼⲎꓧ𐋏",
    "i": "ıɩɪιіӏᎥꙇꭵ𑣃",
    "j": "ͿϳЈјᎫᒍꓙꞲ",
    "k": "ĸΚκКкᏦᛕⲔⲕꓗ𐔘",
    "l": "1I|וןا١ߊƖǀΙІӀ۱ᏞᒪᛁⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨",
    "m": "ʍΜϺМмᎷᗰᛖᴍⲘꓟ𐊰𐌑",
    "n": "ɴΝηпոռⲚꓠ𐔓",
    "o": "0סهھہە٥߀ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤτТтᎢᴛⲦⲧꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "ט٧νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
    "w": "ɯωшѡԜԝաᎳᏔᴡꓪꮃ𑜊𑜎𑜏𑣦𑣯",
    "x": "ΧХхᕁᕽᚷⲬⵝꓫꞳ𐊐𐊴𐌗𐌢𐔧𑣬",
    "y": "ɣʏΥγУуҮүყᎩᎽᶌỿⲨꓬꭚ𐊲𑢤𑣜𖽃",
    "z": "ΖᏃᴢꓜꮓ𐋵𑢩𑣄𑣥",
    "2": "ƧϨᒿꙄꛯꝚ",
    "3": "ƷȜЗӠⳌꝪꞫ𑣊𖼻",
    "4": "Ꮞ𑢯",
    "5": "Ƽ𑢻",
    "6": "бᏮⳒ𑣕",
    "7": "𐓒𑣆",
    "8": "Ȣȣ৪੪𐌚",
    "9": "৭੧୨൭ⳊꝮ𑢬𑣌𑣖",
    "ß": "βϐ",
    "γ": "ΓГᎱⲄ",
    "δ": "ΔⲆ",
    "λ": "ɅΛЛлᴫ",
    "π": "ΠПⲠꛛ",
    "φ": "ɸΦФфⲪ",
    "ψ": "ΨѰѱⲮ",
    "へ": "ヘ",
    "一": "ー",
    "二": "ニ",
    "八": "ハ",
    "力": "カ",
    "卜": "ト",
    "口": "ロ",
    "夕": "タ",
    "工": "エ",
}
_COPTIC = enumerate("abγδe6zhθlkλmnξoπpctyφxψω")  # its alphabet, after the Greek one, in pairs of cases
_SHAPES = str.maketrans(
    {chr(0x2C80 + 2 * place + case): letter for place, letter in _COPTIC for case in (0, 1)}
    | {other: letter for letter, others in _ALIKE.items() for other in others}
)
_TOGETHER = {"rn": "m", "cl": "d", "vv": "w"}
# Latin letters in another dress, by their names in Unicode: small capitals, ligatures, letters in boxes and of flags.
_DRESSED = re.compile("(?:LATIN .*(?:LETTER|CAPITAL|LIGATURE)|INDICATOR SYMBOL LETTER) ([A-Z]{1,2})(?: DIGRAPH)?$")
# Marks that belong to no letter, and letters that are signs beside others.
_FAINT = re.compile("COMBINING |MODIFIER LETTER |ARABIC TATWEEL|LATIN LETTER SINOLOGICAL DOT")


@lru_cache(maxsize=4096)
def shape_of(text: str) -> str:
    """Return a text that is equal for texts that look alike: one letter for each shape, whatever its script and case.

    >>> shape_of("Anna") == shape_of("\u0410nn\u0430")  # the second begins and ends with a Cyrillic letter
    True
    """
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)).translate(_SHAPES)
    seen = "".join(map(_seen, unicodedata.normalize("NFC", letters))).casefold()
    for several, one in _TOGETHER.items():
        seen = seen.replace(several, one)
    return unicodedata.normalize("NFC", seen)


def _seen(letter: str) -> str:
    """Return what people notice of a letter: nothing of punctuation and faint marks."""
    if letter.isascii() and letter.isalnum():
        return letter
    name = unicodedata.name(letter, "")
    if dressed := _DRESSED.search(name):
        return dressed[1]
    kind = unicodedata.category(letter)
    return letter if (kind[0] in "LMN" or kind == "So") and not _FAINT.match(name) else ""
