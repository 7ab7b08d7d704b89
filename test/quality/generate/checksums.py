"""Identifiers of people and firms with right (or, where asked, wrong) checksums.

Each maker takes a random.Random and gives the number as people write it: with the separators that are usual for it, or without. Algorithms are
written from what the issuing offices publish; nothing of the detectors that are judged is used.
"""

from random import Random

NBSP = '\u00a0'


def digits(rng: Random, count: int, first: str = '0123456789') -> str:
    return rng.choice(first) + ''.join(rng.choice('0123456789') for _ in range(count - 1))


def grouped(number: str, sizes: list[int], separator: str) -> str:
    """Cuts a number into groups: grouped('123456', [2, 4], ' ') is '12 3456'."""
    parts, at = [], 0
    for size in sizes:
        parts.append(number[at : at + size])
        at += size
    return separator.join(part for part in parts if part)


def separator(rng: Random, choices: str = ' -') -> str:
    """One of the separators; a blank is a no-break space in one of eight, as texts from web pages and office programs have it."""
    one = rng.choice(choices)
    return NBSP if one == ' ' and rng.random() < 0.125 else one


def luhn_sum(number: str) -> int:
    total = 0
    for at, char in enumerate(reversed(number)):
        value = int(char) * (2 if at % 2 else 1)
        total += value - 9 if value > 9 else value
    return total


def is_luhn(number: str) -> bool:
    return luhn_sum(number) % 10 == 0


def with_luhn(number: str) -> str:
    return number + str((10 - luhn_sum(number + '0') % 10) % 10)


def weighted(number: str, weights: list[int]) -> int:
    return sum(int(char) * weight for char, weight in zip(number, weights, strict=False))


def date_parts(rng: Random) -> tuple[int, int, int]:
    return rng.randint(1931, 2006), rng.randint(1, 12), rng.randint(1, 28)


# Payment -------------------------------------------------------------------------------------------------------------------------------------

CARDS = [  # prefixes, length, share
    (['4'], 16, 34),
    (['51', '52', '53', '54', '55', '2221', '2450', '2699'], 16, 30),
    (['34', '37'], 15, 14),
    (['6011', '65', '644'], 16, 8),
    (['3528', '3566', '3589'], 16, 6),
    (['36', '38', '300', '305'], 14, 5),
    (['62'], 16, 3),
]


def is_card_like(number: str) -> bool:
    """Whether a detector could only take this for a card: by its first digits and its checksum."""
    return 13 <= len(number) <= 19 and is_luhn(number) and number[0] in '23456'


def card_digits(rng: Random) -> str:
    prefixes, length, _ = rng.choices(CARDS, [share for _, _, share in CARDS])[0]
    prefix = rng.choice(prefixes)
    return with_luhn(prefix + digits(rng, length - len(prefix) - 1))


def as_card(rng: Random, number: str) -> str:
    sizes = {16: [4, 4, 4, 4], 15: [4, 6, 5], 14: [4, 6, 4]}[len(number)]
    return number if rng.random() < 0.35 else grouped(number, sizes, separator(rng, '   -'))


def credit_card(rng: Random) -> str:
    return as_card(rng, card_digits(rng))


def broken(number: str, rng: Random) -> str:
    """The number with its last digit made another one: every checksum of one digit then fails."""
    at = max(place for place, char in enumerate(number) if char.isdigit())
    other = str((int(number[at]) + rng.randint(1, 9)) % 10)
    return number[:at] + other + number[at + 1 :]


LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
IBANS = {  # structure of the part after the check digits: n digits, a letters, c either
    'DE': 'n18', 'GB': 'a4n14', 'FR': 'n10c11n2', 'ES': 'n20', 'IT': 'a1n10c12', 'PL': 'n24', 'SE': 'n20', 'NL': 'a4n10', 'PT': 'n21',
    'BE': 'n12', 'CH': 'n5c12', 'AT': 'n16', 'BR': 'n23a1c1', 'NO': 'n11', 'DK': 'n14', 'FI': 'n14', 'IE': 'a4n14',
}


def mod97(text: str) -> int:
    return int(''.join(str(int(char, 36)) for char in text)) % 97


def bban(rng: Random, structure: str) -> str:
    out, at = '', 0
    while at < len(structure):
        end = at + 1
        while end < len(structure) and structure[end].isdigit():
            end += 1
        pool = {'n': '0123456789', 'a': LETTERS, 'c': '0123456789' * 3 + LETTERS}[structure[at]]
        out += ''.join(rng.choice(pool) for _ in range(int(structure[at + 1 : end])))
        at = end
    return out


def iban_compact(rng: Random, country: str | None, is_wrong: bool = False) -> str:
    land = country if country in IBANS else rng.choice(list(IBANS))
    account = bban(rng, IBANS[land])
    check = 98 - mod97(account + land + '00')
    if is_wrong:
        check = 2 + (check - 2 + rng.randint(1, 95)) % 97
    return f'{land}{check:02d}{account}'


def as_iban(rng: Random, number: str) -> str:
    return number if rng.random() < 0.35 else grouped(number, [4] * 9, separator(rng, '    -'))


def iban(rng: Random, country: str | None = None) -> str:
    return as_iban(rng, iban_compact(rng, country))


# National numbers ----------------------------------------------------------------------------------------------------------------------------


def us_ssn(rng: Random) -> str:
    area = rng.choice([one for one in range(1, 900) if one != 666])
    number = f'{area:03d}{rng.randint(1, 99):02d}{rng.randint(1, 9999):04d}'
    return number if rng.random() < 0.15 else grouped(number, [3, 2, 4], separator(rng, '----- '))


def us_npi(rng: Random) -> str:
    start = digits(rng, 9, '1')
    return with_luhn('80840' + start)[5:]


def uk_nhs(rng: Random) -> str:
    while True:
        start = digits(rng, 9, '467')
        check = 11 - weighted(start, list(range(10, 1, -1))) % 11
        if check != 10:
            number = start + str(check % 11)
            return number if rng.random() < 0.35 else grouped(number, [3, 3, 4], separator(rng, '   -'))


NIF = 'TRWAGMYFPDXBNJZSQVHLCKE'


def es_nif(rng: Random) -> str:
    number = digits(rng, 8)
    letter = NIF[int(number) % 23]
    dotted = grouped(number, [2, 3, 3], '.')
    return rng.choice([number + letter, number + letter, f'{number}-{letter}', f'{number} {letter}', f'{dotted}-{letter}'])


def es_nie(rng: Random) -> str:
    first = rng.choice('XYZ')
    number = digits(rng, 7)
    letter = NIF[int(str('XYZ'.index(first)) + number) % 23]
    return rng.choice([first + number + letter, first + number + letter, f'{first}-{number}-{letter}', f'{first}{number}-{letter}'])


ODD = dict(zip('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ', [
    1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23,
], strict=True))


def it_fiscal_code(rng: Random) -> str:
    year, month, day = date_parts(rng)
    name = ''.join(rng.choice('BCDFGHLMNPRSTVZ') for _ in range(6))
    born = f'{year % 100:02d}{"ABCDEHLMPRST"[month - 1]}{day + rng.choice([0, 40]):02d}'
    start = f'{name}{born}{rng.choice("ABCDEFGHILMZ")}{rng.randint(1, 999):03d}'
    total = sum(ODD[char] if at % 2 == 0 else int(char, 36) % (10 if char.isdigit() else 36) - (0 if char.isdigit() else 10)
                for at, char in enumerate(start))
    code = start + LETTERS[total % 26]
    if rng.random() < 0.12:
        return grouped(code, [3, 3, 5, 5], ' ')
    return code.lower() if rng.random() < 0.08 else code


def pl_pesel(rng: Random) -> str:
    year, month, day = date_parts(rng)
    start = f'{year % 100:02d}{month + (20 if year >= 2000 else 0):02d}{day:02d}{digits(rng, 4)}'
    return start + str((10 - weighted(start, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10) % 10)


def au_tfn(rng: Random) -> str:
    while True:
        number = digits(rng, 9, '123456789')
        if weighted(number, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 == 0:
            return number if rng.random() < 0.35 else grouped(number, [3, 3, 3], separator(rng, '   -'))


def au_abn(rng: Random) -> str:
    while True:
        number = digits(rng, 11, '123456789')
        if number[:2] != '10' and (weighted(number, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 == 0:
            return number if rng.random() < 0.35 else grouped(number, [2, 3, 3, 3], separator(rng, '  '))


def au_medicare(rng: Random) -> str:
    start = digits(rng, 8, '23456')
    number = start + str(weighted(start, [1, 3, 7, 9, 1, 3, 7, 9]) % 10) + digits(rng, 1, '123456789')
    return number if rng.random() < 0.35 else grouped(number, [4, 5, 1], separator(rng, '   -'))


VERHOEFF = [
    '0123456789', '1234067895', '2340178956', '3401289567', '4012395678', '5987604321', '6598710432', '7659821043', '8765932104', '9876543210',
]
VERHOEFF_MOVES = ['0123456789', '1576283094', '5803796142', '8916043527', '9453126870', '4286573901', '2793806415', '7046913258']


def verhoeff(number: str) -> int:
    check = 0
    for at, char in enumerate(reversed(number)):
        check = int(VERHOEFF[check][int(VERHOEFF_MOVES[at % 8][int(char)])])
    return check


def in_aadhaar(rng: Random) -> str:
    start = digits(rng, 11, '23456789')
    number = start + next(char for char in '0123456789' if verhoeff(start + char) == 0)
    return number if rng.random() < 0.3 else grouped(number, [4, 4, 4], separator(rng, '   -'))


def ca_sin(rng: Random) -> str:
    number = with_luhn(digits(rng, 8, '1234567'))
    return number if rng.random() < 0.3 else grouped(number, [3, 3, 3], separator(rng, ' -'))


def se_personnummer(rng: Random) -> str:
    year, month, day = date_parts(rng)
    number = with_luhn(f'{year % 100:02d}{month:02d}{day:02d}{digits(rng, 3)}')
    century = rng.choice(['', str(year)[:2]])
    return f'{century}{number[:6]}{rng.choice(["-", "-", "-", ""])}{number[6:]}'


def de_tax_id(rng: Random) -> str:
    while True:
        pool = list('0123456789')
        rng.shuffle(pool)
        start = pool[:9] + [rng.choice(pool[:9])]
        rng.shuffle(start)
        if start[0] != '0':
            break
    product = 10
    for char in start:
        total = (int(char) + product) % 10 or 10
        product = total * 2 % 11
    number = ''.join(start) + str((11 - product) % 10)
    return number if rng.random() < 0.5 else grouped(number, [2, 3, 3, 3], separator(rng, '  '))


def fr_nir(rng: Random) -> str:
    year, month, _ = date_parts(rng)
    place = rng.choice([f'{rng.choice([one for one in range(1, 96) if one != 20]):02d}'] * 12 + ['2A', '2B'])
    start = f'{rng.choice("12")}{year % 100:02d}{month:02d}{place}{rng.randint(1, 600):03d}{rng.randint(1, 999):03d}'
    key = 97 - int(start.replace('2A', '19', 1) if place == '2A' else start.replace('2B', '18', 1) if place == '2B' else start) % 97
    number = f'{start}{key:02d}'
    return number if rng.random() < 0.35 else grouped(number, [1, 2, 2, 2, 3, 3, 2], separator(rng, '  '))


def nl_bsn(rng: Random) -> str:
    while True:
        number = digits(rng, 9, '123456789')
        if weighted(number, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 == 0:
            return rng.choice([number] * 5 + [grouped(number, [4, 2, 3], '.'), grouped(number, [4, 2, 3], ' '), grouped(number, [3, 3, 3], ' ')])


def br_cpf(rng: Random) -> str:
    number = digits(rng, 9)
    for _ in range(2):
        rest = weighted(number, list(range(len(number) + 1, 1, -1))) % 11
        number += str(0 if rest < 2 else 11 - rest)
    return number if rng.random() < 0.3 else f'{number[:3]}.{number[3:6]}.{number[6:9]}-{number[9:]}'


NATIONAL = {
    'US_SSN': us_ssn, 'US_NPI': us_npi, 'UK_NHS': uk_nhs, 'ES_NIF': es_nif, 'ES_NIE': es_nie, 'IT_FISCAL_CODE': it_fiscal_code,
    'PL_PESEL': pl_pesel, 'AU_TFN': au_tfn, 'AU_ABN': au_abn, 'AU_MEDICARE': au_medicare, 'IN_AADHAAR': in_aadhaar, 'CA_SIN': ca_sin,
    'SE_PERSONNUMMER': se_personnummer, 'DE_TAX_ID': de_tax_id, 'FR_NIR': fr_nir, 'NL_BSN': nl_bsn, 'BR_CPF': br_cpf,
}
