"""Fills templates: slots become values, spans are noted in UTF-16 units."""

import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from faker import Faker

from negatives import ALNUM, BASE64, HEX, VALUES, some

#: Dropped by the loader. Stands inside secrets, so that the files hold nothing that looks like a key that lives.
SPLIT = '\0'

SLOT = re.compile(r'\{([a-z]+[0-9]*[a-z]*)\}')
MARK = re.compile(r'\[\[([A-Z_]+)\|([^|]*)\|([^|]*)\|([^|]*?)\]\]')

EXTRA = {
    'eight': lambda rng: some(rng, '0123456789', 8), 'sha256': lambda rng: some(rng, HEX, 64), 'git40': lambda rng: some(rng, HEX, 40),
    'git7': lambda rng: some(rng, HEX, 7), 'hex16': lambda rng: some(rng, HEX, 16), 'rgb': lambda rng: some(rng, HEX, 6),
    'base86': lambda rng: some(rng, BASE64, 86) + '==', 'base43': lambda rng: some(rng, BASE64, 43), 'base64line': lambda rng: some(rng, BASE64, 64),
    'video': lambda rng: some(rng, ALNUM, 11), 'pnr': lambda rng: some(rng, ALNUM[:26] + '0123456789', 6), 'nul': lambda rng: '',
    'handle': lambda rng: rng.choice(['kestrel', 'octo-cat', 'dev_anna', 'lumen', 'pixelfox', 'marta92', 'nordwind', 'teamlead', 'qa-bot', 'jdoe']),
}


def units(text: str) -> int:
    return len(text.encode('utf-16-le')) // 2


@dataclass
class Text:
    locale: str
    text: str
    spans: list[dict] = field(default_factory=list)


class Writer:
    """Writes texts of one locale."""

    def __init__(self, rng: Random, locale: str):
        self.rng = rng
        self.locale = locale
        self.fake = Faker(locale)
        self.fake.seed_instance(rng.getrandbits(32))
        self.names = {
            'name': self.fake.name, 'first': self.fake.first_name, 'last': self.fake.last_name, 'city': self.fake.city, 'company': self.fake.company, 'job': self.fake.job,
        }

    def fill(self, template: str) -> str:
        """Fills all slots but those of what is looked for. What is no slot stays, braces too."""

        def value(match: re.Match) -> str:
            name = match[1]
            if name in self.names:
                return self.names[name]()
            maker = VALUES.get(name) or EXTRA.get(name)
            return maker(self.rng) if maker else match[0]

        return SLOT.sub(value, template)

    def spanned(self, text: str) -> Text:
        """Takes marks out of a text (see credentials.py) and notes where their values stand. A mark without `|left|right` has none around it."""
        out, spans, at = '', [], 0
        for match in MARK.finditer(text):
            out += text[at : match.start()]
            at = match.end()
            name, value, left, right = match.groups()
            label, _, kind = name.partition('__')
            start = units(out)
            out += value
            span = {'start': start, 'end': units(out), 'label': label}
            if kind:
                span['kind'] = kind.lower()
            if left or right:
                span['outer'] = [start - units(left), units(out) + units(right)]
            spans.append(span)
        return Text(self.locale, out + text[at:], spans)


def sections(path: Path) -> dict[str, list[str]]:
    """The sections of a file of templates: `## NAME`, then a template a line."""
    out: dict[str, list[str]] = {}
    name = ''
    for line in path.read_text(encoding='utf-8').splitlines():
        if line.startswith('## '):
            name = line[3:]
            out[name] = []
        elif line:
            out[name].append(line)
    return out


def split_secrets(text: str, spans: list[dict]) -> str:
    """Puts SPLIT into every secret: after its second unit, and every eighteen. Offsets count the text without it."""
    raw = text.encode('utf-16-le')
    cuts = []
    for span in spans:
        if span['label'] in ('SECRET', 'GENERIC_SECRET'):
            cuts += list(range(span['start'] + 2, span['end'], 18))
            cuts += [span['outer'][0] + 3] if 'outer' in span else []
    for cut in sorted(set(cuts), reverse=True):
        raw = raw[: cut * 2] + SPLIT.encode('utf-16-le') + raw[cut * 2 :]
    return raw.decode('utf-16-le')
