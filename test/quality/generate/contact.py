"""Ways to reach somebody or something: e-mail, telephone, addresses of networks and of wallets."""

import hashlib
import re
import unicodedata
from random import Random

import phonenumbers
from faker import Faker
from phonenumbers import PhoneNumberFormat, PhoneNumberType

from checksums import NBSP, digits

HOSTS = ['gmail.com', 'outlook.com', 'yahoo.co.uk', 'web.de', 'orange.fr', 'libero.it', 'wp.pl', 'telia.com', 'uol.com.br', 'ziggo.nl', 'bigpond.com']
WORDS = ['acme', 'nordwind', 'lumen', 'kestrel', 'brightwater', 'hafen', 'solana-labs', 'vertex', 'oakfield', 'delta9', 'panorama', 'cerulean']
TOPS = ['com', 'org', 'net', 'io', 'co.uk', 'de', 'fr', 'it', 'com.au', 'nl', 'pl', 'se', 'museum', 'example', 'dev', 'co.jp']


def plain(text: str) -> str:
    bare = unicodedata.normalize('NFKD', text.replace('ß', 'ss').replace('ł', 'l').replace('ø', 'o')).encode('ascii', 'ignore').decode()
    return re.sub('[^a-z]', '', bare.lower()) or 'info'


def email(rng: Random, fake: Faker) -> str:
    first, last = plain(fake.first_name()), plain(fake.last_name())
    local = rng.choice([
        f'{first}.{last}', f'{first[0]}{last}', f'{first}_{last}', f'{first}{rng.randint(1, 99)}', f'{last}-{first}', f'{first}.{last}+news',
        f'{first}', f'{first[0]}.{last}{rng.randint(1970, 2009)}', rng.choice(['info', 'hr', 'billing', 'support', 'o\'' + last]),
    ])
    domain = rng.choice(HOSTS) if rng.random() < 0.4 else f'{rng.choice(["", "", "mail.", "eu.corp."])}{rng.choice(WORDS)}.{rng.choice(TOPS)}'
    address = f'{local}@{domain}'
    return rng.choice([address] * 12 + [address.upper(), f'{first.title()}.{last.title()}@{domain}'])


def phone_number(rng: Random, region: str) -> phonenumbers.PhoneNumber:
    """A number that the numbering plan of the region allows: an example of it with other last digits."""
    kind = rng.choice([PhoneNumberType.MOBILE, PhoneNumberType.FIXED_LINE])
    example = phonenumbers.example_number_for_type(region, kind)
    text = str(example.national_number)
    while True:
        kept = rng.randint(2, 4)
        number = phonenumbers.PhoneNumber(
            country_code=example.country_code,
            national_number=int(text[:kept] + digits(rng, len(text) - kept)),
            italian_leading_zero=example.italian_leading_zero,
        )
        if phonenumbers.is_valid_number_for_region(number, region):
            return number


def phone_international(rng: Random, region: str) -> str:
    number = phone_number(rng, region)
    written = phonenumbers.format_number(number, PhoneNumberFormat.INTERNATIONAL)
    compact = phonenumbers.format_number(number, PhoneNumberFormat.E164)
    return rng.choice([
        written, written, written, compact, compact, written.replace(' ', '-'), written.replace(' ', NBSP), written.replace(' ', '.').replace('-', '.'),
    ])


def phone_national(rng: Random, region: str) -> str:
    written = phonenumbers.format_number(phone_number(rng, region), PhoneNumberFormat.NATIONAL)
    return rng.choice([written, written, written, re.sub('[^0-9]', '', written), written.replace(' ', '-'), written.replace('-', ' ')])


def ip_address(rng: Random) -> str:
    four = '.'.join(str(rng.randint(1, 254)) for _ in range(4))
    six = rng.choice([
        f'2001:db8:{rng.randint(1, 65535):x}::{rng.randint(1, 65535):x}',
        'fe80::' + ':'.join(f'{rng.randint(4096, 65535):x}' for _ in range(4)),
        '2a02:' + ':'.join(f'{rng.randint(1, 65535):x}' for _ in range(7)),
    ])
    return rng.choice([four, four, four, f'10.{rng.randint(0, 255)}.{rng.randint(0, 255)}.{rng.randint(1, 254)}', f'192.168.{rng.randint(0, 255)}.{rng.randint(1, 254)}', six])


def mac_address(rng: Random) -> str:
    raw = f'{rng.getrandbits(48):012x}'
    pairs = [raw[at : at + 2] for at in range(0, 12, 2)]
    return rng.choice([':'.join(pairs), ':'.join(pairs).upper(), '-'.join(pairs).upper(), f'{raw[:4]}.{raw[4:8]}.{raw[8:]}'])


BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
BECH32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'


def base58check(payload: bytes) -> str:
    full = payload + hashlib.sha256(hashlib.sha256(payload).digest()).digest()[:4]
    number, out = int.from_bytes(full, 'big'), ''
    while number:
        number, rest = divmod(number, 58)
        out = BASE58[rest] + out
    return '1' * (len(full) - len(full.lstrip(b'\0'))) + out


def bech32(version: int, program: bytes) -> str:
    bits = ''.join(f'{byte:08b}' for byte in program)
    bits += '0' * (-len(bits) % 5)
    data = [version] + [int(bits[at : at + 5], 2) for at in range(0, len(bits), 5)]
    expanded = [3, 3, 0, 2, 3] + data + [0] * 6
    check = 1
    for value in expanded:
        top = check >> 25
        check = (check & 0x1FFFFFF) << 5 ^ value
        for bit, generator in enumerate([0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3]):
            check ^= generator if top >> bit & 1 else 0
    check ^= 1 if version == 0 else 0x2BC830A3
    return 'bc1' + ''.join(BECH32[value] for value in data + [check >> 5 * (5 - at) & 31 for at in range(6)])


def crypto(rng: Random) -> str:
    """An address of Bitcoin: to a key, to a script, or of a witness of version 0 or 1."""
    kind = rng.choice(['key', 'key', 'script', 'v0', 'v0', 'v1'])
    if kind == 'v1':
        return bech32(1, rng.randbytes(32))
    return bech32(0, rng.randbytes(20)) if kind == 'v0' else base58check((b'\0' if kind == 'key' else b'\5') + rng.randbytes(20))
