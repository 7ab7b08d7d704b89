"""Makes the labelled set: `python generate.py ../data`, or another draw of it: `python generate.py FOLDER NUMBER`. See README.md."""

import importlib.util
import json
import os
import re
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from checksums import NATIONAL, credit_card, iban
from contact import crypto, email, ip_address, mac_address, phone_international, phone_national
from credentials import VENDORS, generic
from negatives import VALUES, VALUES_MADE
from writing import Text, Writer, sections, split_secrets

HERE = Path(__file__).parent

LOCALES = {  # Faker's locale: language of templates, region of telephones, country of accounts
    'en_US': ('en', 'US', None), 'en_GB': ('en', 'GB', 'GB'), 'en_AU': ('en', 'AU', None), 'en_CA': ('en', 'CA', None), 'en_IN': ('en', 'IN', None),
    'de_DE': ('de', 'DE', 'DE'), 'fr_FR': ('fr', 'FR', 'FR'), 'fr_CA': ('fr', 'CA', None), 'es_ES': ('es', 'ES', 'ES'), 'it_IT': ('it', 'IT', 'IT'),
    'pl_PL': ('pl', 'PL', 'PL'), 'sv_SE': ('sv', 'SE', 'SE'), 'pt_BR': ('pt', 'BR', 'BR'), 'nl_NL': ('nl', 'NL', 'NL'), 'ja_JP': ('ja', 'JP', None),
    'hi_IN': ('hi', 'IN', None),
}
ABROAD = ['en_US', 'en_GB']
HOME = {
    'US_SSN': ['en_US'], 'US_NPI': ['en_US'], 'UK_NHS': ['en_GB'], 'ES_NIF': ['es_ES'], 'ES_NIE': ['es_ES'], 'IT_FISCAL_CODE': ['it_IT'], 'PL_PESEL': ['pl_PL'],
    'AU_TFN': ['en_AU'], 'AU_ABN': ['en_AU'], 'AU_MEDICARE': ['en_AU'], 'IN_AADHAAR': ['en_IN', 'en_IN', 'hi_IN'], 'CA_SIN': ['en_CA', 'en_CA', 'fr_CA'],
    'SE_PERSONNUMMER': ['sv_SE'], 'DE_TAX_ID': ['de_DE'], 'FR_NIR': ['fr_FR'], 'NL_BSN': ['nl_NL'], 'BR_CPF': ['pt_BR'],
}
KEYS = {  # names of columns and members
    'CREDIT_CARD': ['card_number', 'cardNumber', 'pan'], 'IBAN_CODE': ['iban', 'account'], 'EMAIL_ADDRESS': ['email', 'mail', 'contact'], 'IP_ADDRESS': ['ip', 'client_ip', 'remote_addr'],
    'MAC_ADDRESS': ['mac', 'hwaddr'], 'CRYPTO': ['wallet', 'btc_address'], 'US_SSN': ['ssn', 'social_security_number'], 'US_NPI': ['npi', 'provider_npi'], 'UK_NHS': ['nhs_number', 'nhsNumber'],
    'ES_NIF': ['nif', 'dni'], 'ES_NIE': ['nie'], 'IT_FISCAL_CODE': ['codice_fiscale', 'codiceFiscale'], 'PL_PESEL': ['pesel'], 'AU_TFN': ['tfn', 'tax_file_number'], 'AU_ABN': ['abn'],
    'AU_MEDICARE': ['medicare_number', 'medicare'], 'IN_AADHAAR': ['aadhaar', 'aadhaar_number'], 'CA_SIN': ['sin', 'social_insurance_number'], 'SE_PERSONNUMMER': ['personnummer'],
    'DE_TAX_ID': ['steuer_id', 'steuerId'], 'FR_NIR': ['nir', 'numero_secu'], 'NL_BSN': ['bsn'], 'BR_CPF': ['cpf'], 'PHONE_INTERNATIONAL': ['phone', 'mobile', 'tel'],
}
WANTED = {
    'CREDIT_CARD': 200, 'IBAN_CODE': 150, 'EMAIL_ADDRESS': 240, 'PHONE_INTERNATIONAL': 120, 'PHONE_NATIONAL': 110, 'IP_ADDRESS': 90, 'MAC_ADDRESS': 60, 'CRYPTO': 90,
    **{label: 110 for label in NATIONAL},
}
SECRETS_EACH, GENERIC, HARD, EASY = 28, 80, 4060, 160

#: What is found by its shape alone, whatever stands around it: those are never marked as without context.
STRONG = {'CREDIT_CARD', 'IBAN_CODE', 'EMAIL_ADDRESS', 'IP_ADDRESS', 'MAC_ADDRESS', 'CRYPTO', 'PHONE_INTERNATIONAL', 'IT_FISCAL_CODE', 'FR_NIR'}

#: Slots of Presidio's templates, as ours.
SLOTS = {'credit_card_number': 'CREDIT_CARD', 'iban': 'IBAN_CODE', 'email': 'EMAIL_ADDRESS', 'phone_number': 'PHONE_INTERNATIONAL', 'ip_address': 'IP_ADDRESS', 'ssn': 'US_SSN'}


def presidio_templates() -> list[str]:
    place = importlib.util.find_spec('presidio_evaluator').submodule_search_locations[0]
    text = (Path(place) / 'data_generator/raw_data/templates.txt').read_text(encoding='utf-8', errors='replace')
    lines = [line.replace('\\n', '\n').replace('\\,', ',').replace('\ufffd', '–') for line in text.splitlines() if line.strip()]
    return [line for line in lines if 'driver_license' not in line and 'client_ip' not in line]


class Maker:
    """Makes texts of all locales, each by its own writer."""

    def __init__(self, rng: Random):
        self.rng = rng
        self.writers = {locale: Writer(rng, locale) for locale in LOCALES}
        self.templates = {name: sections(HERE / f'templates/{name}.txt') for name in {language for language, _, _ in LOCALES.values()}}
        self.code = [block.strip('\n') for block in (HERE / 'templates/code.txt').read_text(encoding='utf-8').split('---\n') if block.strip()]
        self.borrowed = presidio_templates()

    def value(self, label: str, locale: str) -> str:
        _, region, country = LOCALES[locale]
        rng = self.rng
        makers = {
            'CREDIT_CARD': lambda: credit_card(rng), 'IBAN_CODE': lambda: iban(rng, country if rng.random() < 0.7 else None),
            'EMAIL_ADDRESS': lambda: email(rng, self.writers[locale].fake), 'PHONE_INTERNATIONAL': lambda: phone_international(rng, region),
            'PHONE_NATIONAL': lambda: phone_national(rng, region), 'IP_ADDRESS': lambda: ip_address(rng), 'MAC_ADDRESS': lambda: mac_address(rng), 'CRYPTO': lambda: crypto(rng),
        }
        return makers[label]() if label in makers else NATIONAL[label](rng)

    def marked(self, label: str, locale: str, kind: str = '') -> str:
        value = self.value(label, locale)
        if kind == 'bare' and (label in STRONG or not value.isalnum()):
            kind = 'alone'
        if label.startswith('PHONE'):
            kind = kind or label.split('_')[1]
        name = 'PHONE_NUMBER' if label.startswith('PHONE') else label
        return f'[[{name}{"__" + kind.upper() if kind else ""}|{value}||]]'

    def body(self, label: str, locale: str) -> str:
        """A sentence, a form or a record that holds the label once."""
        rng, language, writer = self.rng, LOCALES[locale][0], self.writers[locale]
        texts = self.templates[language]
        roll = rng.random()
        if label in NATIONAL and roll < 0.1 and 'bare' in texts:
            return writer.fill(rng.choice(texts['bare'])).replace('{X}', self.marked(label, locale, 'bare'))
        if label in KEYS and roll < 0.22:
            return self.record(label, locale)
        if language == 'en' and roll < 0.45:
            fitting = [one for one in self.borrowed if [SLOTS.get(slot) for slot in re.findall(r'\{\{(\w+)\}\}', one)].count(label)]
            if fitting:
                return self.from_presidio(rng.choice(fitting), locale)
        return writer.fill(rng.choice(texts[label])).replace('{X}', self.marked(label, locale))

    def record(self, label: str, locale: str) -> str:
        rng, writer = self.rng, self.writers[locale]
        key, mark = rng.choice(KEYS[label]), self.marked(label, locale)
        return rng.choice([
            lambda: f'{{"name": "{writer.fake.first_name()}", "{key}": "{mark}", "active": true}}',
            lambda: f'name,{key},city\n{writer.fake.last_name()},{mark},{writer.fake.city()}',
            lambda: writer.fill('{name}\n{date}\n') + f'{key.upper().replace("_", " ")}: {mark}',
            lambda: f'customer:\n  {key}: {mark}\n  since: {rng.randint(1990, 2026)}',
            lambda: writer.fill(f'{{stamp}} INFO saved {key}={mark} in {{small}} ms'),
            lambda: f'<{key}>{mark}</{key}>',
        ])()

    def from_presidio(self, template: str, locale: str) -> str:
        fake = self.writers[locale].fake
        person = {'person': 'name', 'organization': 'company', 'nationality': 'country', 'nation_woman': 'country', 'nation_plural': 'country', 'zipcode': 'postcode', 'state_abbr': 'city',
                  'first_name_nonbinary': 'first_name', 'secondary_address': 'street_name', 'prefix_male': 'prefix', 'prefix_female': 'prefix'}

        def slot(match: re.Match) -> str:
            name = match[1]
            if name in SLOTS:
                return self.marked(SLOTS[name], locale)
            if name == 'age':
                return str(self.rng.randint(18, 90))
            # Faker's own end today: another day would make another set.
            if name in ('date_time', 'date_of_birth', 'year'):
                return str(self.rng.randint(1950, 2020)) if name == 'year' else VALUES['date'](self.rng)
            return str(getattr(fake, person.get(name) or name)())

        return re.sub(r'\{\{(\w+)\}\}', slot, template)

    def around(self, body: str, locale: str, kinds: tuple[str, ...] = ('openers', 'closers')) -> Text:
        """A body in its letter: something before, something after, sometimes something that only looks like a finding."""
        rng, writer = self.rng, self.writers[locale]
        texts = self.templates[LOCALES[locale][0]]
        parts = [body]
        if rng.random() < 0.33:
            parts.insert(0, writer.fill(rng.choice(texts[kinds[0]])))
        if rng.random() < 0.33:
            parts.append(writer.fill(rng.choice(texts[kinds[-1]])))
        return writer.spanned(rng.choice(['\n', '\n', ' ', '\n\n']).join(parts))

    def found(self, label: str) -> Text:
        rng = self.rng
        locales = HOME.get(label) or [one for one in LOCALES if label in self.templates[LOCALES[one][0]]]
        locale = rng.choice(ABROAD) if label in HOME and rng.random() < 0.12 and label in self.templates['en'] else rng.choice(locales)
        parts = [self.body(label, locale)]
        if rng.random() < 0.15:
            parts.append(self.writers[locale].fill(rng.choice(self.templates[LOCALES[locale][0]]['negative'])))
        if rng.random() < 0.12:
            parts.append(self.body(rng.choice(['EMAIL_ADDRESS', 'PHONE_INTERNATIONAL', 'CREDIT_CARD']), locale))
        rng.shuffle(parts)
        return self.around('\n'.join(parts), locale)

    def secret(self, kind: str) -> Text:
        text = generic(self.rng) if kind == 'generic' else VENDORS[kind](self.rng).replace('[[SECRET|', f'[[SECRET__{kind.upper()}|')
        return self.around(text, self.rng.choice(['en_US', 'en_GB', 'en_US', 'de_DE', 'fr_FR', 'es_ES', 'ja_JP']))

    def hard(self) -> Text:
        """A text without anything to find."""
        rng = self.rng
        locale = rng.choice(list(LOCALES))
        roll = rng.random()
        if roll < 0.4:
            body = self.writers[locale].fill(rng.choice(self.code))
        elif roll < 0.56:
            body = VALUES_MADE[rng.choice(list(VALUES_MADE))](rng)
        else:
            lines = self.templates[LOCALES[locale][0]]['negative']
            body = '\n'.join(self.writers[locale].fill(one) for one in rng.sample(lines, rng.choice([1, 1, 2])))
        return self.around(body, locale)

    def easy(self) -> Text:
        rng = self.rng
        locale = rng.choice(list(LOCALES))
        if LOCALES[locale][0] == 'en' and rng.random() < 0.7:
            clean = [one for one in self.borrowed if not set(re.findall(r'\{\{(\w+)\}\}', one)) & (set(SLOTS) | {'url'})]
            return self.around(self.from_presidio(rng.choice(clean), locale), locale)
        return self.around(self.writers[locale].fill(rng.choice(self.templates[LOCALES[locale][0]]['easy'])), locale)


def line(text: Text, identity: str) -> str:
    for span in text.spans:
        if span.get('kind') == 'bare':
            span['context'] = False
    stored = {'id': identity, 'locale': text.locale, 'text': split_secrets(text.text, text.spans), 'spans': text.spans}
    return json.dumps(stored, ensure_ascii=False, separators=(',', ':')) + '\n'


def main() -> None:
    if os.environ.get('PYTHONHASHSEED') != '0':
        raise SystemExit('Set PYTHONHASHSEED=0: the order of the sets of Faker depends on it.')
    rng = Random(f'aicp quality {sys.argv[2] if len(sys.argv) > 2 else 1}')
    maker = Maker(rng)
    seen: set[str] = set()

    def some(make: Callable[[], Text], count: int) -> list[Text]:
        """So many texts, none of which was there before: the halves then share none."""
        out: list[Text] = []
        while len(out) < count:
            text = make()
            if text.text not in seen:
                seen.add(text.text)
                out.append(text)
        return out

    groups = [some(lambda one=label: maker.found(one), count) for label, count in WANTED.items()]
    groups += [some(lambda one=kind: maker.secret(one), SECRETS_EACH) for kind in VENDORS]
    groups += [some(lambda: maker.secret('generic'), GENERIC), some(maker.hard, HARD), some(maker.easy, EASY)]
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, first in (('open', 0), ('held-back', 1)):
        half = [text for group in groups for text in group[first::2]]
        rng.shuffle(half)
        with (folder / f'{name}.jsonl').open('w', encoding='utf-8') as file:
            file.writelines(line(text, f'{name[0]}{at}') for at, text in enumerate(half))


main()
