"""Letters of different scripts that people cannot tell apart, after Unicode's list (UTS #39), with a few of our own.

Names of other scripts are as good as any: this only finds two that look the same beside each other.
"""

import unicodedata

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
    "l": "1I|ƖǀΙІӀ۱ᏞᒪᛁⲒⳐⵏꓡꓲ𐊊𐌉𐌠𐐛𐔦𑢣𑢲𖼖𖼨",
    "m": "ʍΜϺМмᎷᗰᛖᴍⲘꓟ𐊰𐌑",
    "n": "ɴΝηпոռⲚꓠ𐔓",
    "o": "0ΟοσОоՕօ۵०০੦૦ଠ୦௦౦೦ഠ൦๐໐ဝ၀ჿዐᴏᴑⲞⲟⵔ〇ꓳꬽ𐊒𐊫𐐄𐐬𐓂𐓪𐔖𑓐𑢵𑣈𑣗𑣠",
    "p": "ΡρРрᏢᑭⲢⲣꓑ𐊕",
    "q": "ԛգզⵕ",
    "r": "ƦгᎡᏒᖇᴦⲅꓣꭇꭈꮁ𐒴𖼵",
    "s": "ƽЅѕՏᏕᏚꓢꜱꮪ𐊖𐐠𐑈𑣁𖼺",
    "t": "ΤτТтᎢᴛⲦⲧꓔ𐊗𐊱𐌕𑢼𖼊",
    "u": "ʋυՍսሀᑌᴜꓴꞟꭎꭒ𐓎𐓶𑢸𑣘𖽂",
    "v": "νѴѵ۷Ꮩᐯᴠⴸꓦꛟꮩ𐔝𑜆𑢠𑣀𖼈",
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
_SHAPES = str.maketrans({other: letter for letter, others in _ALIKE.items() for other in others})


def shape_of(text: str) -> str:
    """Return a text that is equal for texts that look alike: one letter for each shape, whatever its script and case.

    >>> shape_of("Anna") == shape_of("\u0410nn\u0430")  # the second begins and ends with a Cyrillic letter
    True
    """
    letters = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)).translate(_SHAPES)
    return unicodedata.normalize("NFC", letters.replace("rn", "m").casefold())
