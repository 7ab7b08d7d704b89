"""Texts in which there is nothing to find, made to look as if there were.

Each maker gives one text. None of them holds a value that is of a kind that is judged: numbers that could only be taken for cards are rolled again,
IBANs and wallets have wrong checksums, secrets are placeholders or the well-known examples of manuals.
"""

import base64
import json
import uuid
from random import Random

from checksums import CARDS, NATIONAL, as_card, as_iban, broken, card_digits, digits, grouped, iban_compact, is_card_like
from contact import crypto
from credentials import ALNUM, BASE64, HEX, some

MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']


def number(rng: Random, low: int, high: int) -> str:
    """A long number that is no card."""
    while True:
        one = digits(rng, rng.randint(low, high), '123456789')
        if not is_card_like(one):
            return one


def date(rng: Random) -> str:
    year, month, day = rng.randint(1970, 2031), rng.randint(1, 12), rng.randint(1, 28)
    return rng.choice([
        f'{year}-{month:02d}-{day:02d}', f'{day:02d}.{month:02d}.{year}', f'{day:02d}/{month:02d}/{year}', f'{month}/{day}/{year % 100:02d}',
        f'{day} {MONTHS[month - 1]} {year}', f'{year}{month:02d}{day:02d}', f'{year}年{month}月{day}日', f'{day}. {month}. {year}', f'{day:02d}-{month:02d}-{year}',
    ])


def stamp(rng: Random) -> str:
    base = f'{rng.randint(1999, 2030)}-{rng.randint(1, 12):02d}-{rng.randint(1, 28):02d}'
    time = f'{rng.randint(0, 23):02d}:{rng.randint(0, 59):02d}:{rng.randint(0, 59):02d}'
    return rng.choice([f'{base}T{time}Z', f'{base} {time}.{digits(rng, 6)}', f'{base}T{time}.{digits(rng, 3)}+02:00', f'{base.replace("-", "")}{time.replace(":", "")}'])


def identifier(rng: Random) -> str:
    return str(uuid.UUID(int=rng.getrandbits(128), version=4))


def ean(rng: Random, start: str) -> str:
    first = start + digits(rng, 12 - len(start))
    return first + str(-sum(int(char) * (3 if at % 2 else 1) for at, char in enumerate(first)) % 10)


def isbn(rng: Random) -> str:
    whole = ean(rng, rng.choice(['978', '979']))
    return rng.choice([whole, grouped(whole, [3, 1, 4, 4, 1], '-'), grouped(whole, [3, 2, 5, 2, 1], ' ')])


def version(rng: Random) -> str:
    four = '.'.join(str(rng.randint(0, 40)) for _ in range(4))
    return rng.choice([f'v{four}', four, f'{rng.randint(0, 20)}.{rng.randint(0, 99)}.{rng.randint(0, 30)}-rc.{rng.randint(1, 9)}', f'{rng.randint(90, 140)}.0.{rng.randint(1000, 7000)}.{rng.randint(10, 200)}'])


def tracking(rng: Random) -> str:
    return rng.choice([
        f'1Z{some(rng, ALNUM[:26] + "0123456789", 6)}{digits(rng, 10)}', f'RR{digits(rng, 9)}{rng.choice(["DE", "GB", "SE", "PL"])}', number(rng, 20, 22), f'JD{digits(rng, 16, "0")}',
        f'00{number(rng, 18, 18)}',
    ])


def serial(rng: Random) -> str:
    return rng.choice([
        f'SN {digits(rng, 3)}-{digits(rng, 4)}-{digits(rng, 2)}', f'S/N {some(rng, ALNUM[:26] + "0123456789", 12)}', f'P/N {digits(rng, 5)}-{digits(rng, 3)}.{digits(rng, 2)}',
        f'part {digits(rng, 4)} {digits(rng, 3)} {digits(rng, 3)}', f'SKU-{digits(rng, 10)}', f'LOT{digits(rng, 9)}', f'IMEI 35{digits(rng, 13)}',
    ])


def image(rng: Random) -> str:
    raw = b'\x89PNG\r\n\x1a\n' + rng.randbytes(rng.choice([60, 120, 240]))
    return f'data:image/png;base64,{base64.b64encode(raw).decode()}'


def digest(rng: Random) -> str:
    return some(rng, HEX, rng.choice([32, 40, 64, 64, 128]))


def amount(rng: Random) -> str:
    whole = grouped(digits(rng, 9, '123456789'), [3, 3, 3], rng.choice([' ', '\u00a0', '.', ',']))
    return rng.choice([whole, whole + rng.choice([',00', '.50'])]) if rng.random() < 0.3 else grouped(digits(rng, 7, '123456789'), [1, 3, 3], rng.choice([' ', '.', ',']))


VALUES = {
    'number': lambda rng: number(rng, 6, 19), 'ten': lambda rng: number(rng, 8, 12), 'sixteen': lambda rng: number(rng, 16, 16), 'date': date, 'stamp': stamp, 'uuid': identifier,
    'isbn': isbn, 'ean': lambda rng: ean(rng, rng.choice(['40', '50', '73', '87', '00'])), 'version': version, 'tracking': tracking, 'serial': serial,
    'hash': digest, 'git': lambda rng: some(rng, HEX, rng.choice([7, 8, 40, 40])), 'image': image, 'amount': amount,
    'epoch': lambda rng: str(rng.randint(10**9, 2 * 10**9)) + digits(rng, rng.choice([1, 3, 3, 6]))[: rng.choice([0, 3, 6])],
    'float': lambda rng: f'{rng.choice(["0", "-0", "1", "3"])}.{digits(rng, rng.choice([9, 12, 16, 17]))}', 'small': lambda rng: str(rng.randint(2, 900)),
    'base64': lambda rng: some(rng, BASE64, rng.choice([24, 40, 64])) + '==', 'oid': lambda rng: '1.3.6.1.4.1.' + '.'.join(str(rng.randint(1, 900)) for _ in range(3)),
    'order': lambda rng: rng.choice([f'#{digits(rng, 7)}', f'{digits(rng, 3)}-{digits(rng, 7)}-{digits(rng, 7)}', f'ORD-{digits(rng, 8)}', number(rng, 10, 10), f'{digits(rng, 4)}/{digits(rng, 6)}']),
    'invoice': lambda rng: rng.choice([f'INV-{rng.randint(2018, 2030)}-{digits(rng, 6)}', f'RE{digits(rng, 8)}', f'{rng.randint(2018, 2030)}/{digits(rng, 5)}', number(rng, 9, 11)]),
    'coordinates': lambda rng: f'{rng.randint(-89, 89)}.{digits(rng, 6)}, {rng.randint(-179, 179)}.{digits(rng, 6)}',
    'block': lambda rng: f'0x{some(rng, HEX, 64)}',
    'badcard': lambda rng: as_card(rng, broken(card_digits(rng), rng)),
    'badiban': lambda rng: as_iban(rng, iban_compact(rng, None, is_wrong=True)),
    'badwallet': lambda rng: (lambda one: one[:-1] + next(char for char in 'qzrx8' if char != one[-1]))(crypto(rng)),
}

#: Words that announce a number, for those whose checksum is wrong.
ANNOUNCED = {
    'UK_NHS': 'NHS number', 'PL_PESEL': 'PESEL', 'AU_TFN': 'tax file number', 'AU_MEDICARE': 'Medicare number', 'CA_SIN': 'SIN', 'SE_PERSONNUMMER': 'personnummer',
    'DE_TAX_ID': 'Steuer-ID', 'NL_BSN': 'BSN', 'BR_CPF': 'CPF', 'IN_AADHAAR': 'Aadhaar', 'US_NPI': 'NPI',
}


def mistyped(rng: Random) -> str:
    label = rng.choice(list(ANNOUNCED))
    value = NATIONAL[label](rng)
    wrong = value[:-2] + broken(value[:-1], rng)[-1] + value[-1] if label == 'AU_MEDICARE' and value[-2].isdigit() else broken(value, rng)
    if label == 'AU_MEDICARE' and not value[-2].isdigit():
        wrong = value[:-3] + broken(value[:-2], rng)[-1] + value[-2:]
    return rng.choice(['The {0} {1} was refused: its check digit is wrong.', '{0} {1} - invalid, typed wrong', 'ERROR validation failed for {0} "{1}"']).format(ANNOUNCED[label], wrong)


def table(rng: Random) -> str:
    head = rng.choice(['id | batch | count', 'article | stock | moved', 'run | cycles | bytes'])
    rows = [' | '.join([number(rng, 6, 10), number(rng, 9, 16), number(rng, 5, 19)]) for _ in range(rng.randint(2, 4))]
    return '\n'.join([head, *rows])


def log(rng: Random) -> str:
    lines = [
        f'{stamp(rng)} INFO  [{some(rng, HEX, 16)}] GET /v1/items/{number(rng, 8, 12)} 200 {rng.randint(1, 900)}ms',
        f'{stamp(rng)} DEBUG worker-{rng.randint(1, 9)} offset={number(rng, 10, 14)} lag={rng.randint(0, 9999)}',
        f'{stamp(rng)} WARN  gc pause {rng.randint(10, 900)}ms heap={number(rng, 9, 10)} trace={some(rng, HEX, 32)}',
    ]
    rng.shuffle(lines)
    return '\n'.join(lines[: rng.randint(1, 3)])


def record(rng: Random) -> str:
    value = {
        'id': identifier(rng), 'seq': int(number(rng, 9, 12)), 'created': stamp(rng), 'sha256': some(rng, HEX, 64), 'size': rng.randint(100, 10**9), 'ratio': rng.random(),
        'build': version(rng), 'parent': some(rng, HEX, 24), 'ts': rng.randint(1_600_000_000_000, 1_900_000_000_000), 'max_tokens': 4096, 'token_count': rng.randint(10, 99999),
        'cache_key': f'items:{some(rng, HEX, 8)}:v2', 'next_page_token': None, 'order': VALUES['order'](rng),
    }
    names = rng.sample(list(value), rng.randint(3, 6))
    return json.dumps({name: value[name] for name in names}, ensure_ascii=False)


VALUES_MADE = {'mistyped': mistyped, 'table': table, 'log': log, 'record': record}
assert all(share > 0 for _, _, share in CARDS)
