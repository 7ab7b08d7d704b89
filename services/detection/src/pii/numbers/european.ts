import { type Entity, shape } from '../entity/entity.ts';
import { digitsOf, isDay, isLuhn, modulo, weighted } from './check-digits.ts';
import { isTaxId } from './validators.ts';

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

const isNif = (compact: string): boolean =>
  NIF_LETTERS[Number(compact.slice(0, -1)) % 23] === compact.at(-1);

const isNie = (compact: string): boolean =>
  isNif(`${String('XYZ'.indexOf(compact[0] ?? ''))}${compact.slice(1)}`);

/** What letters and digits at odd places count, from A and 0 on. */
const ODD = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25];
const ODD_OF_ALL = [...ODD, 24, 23];

function isFiscalCode(compact: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const unit = compact.charCodeAt(index);
    const value = unit < 0x3a ? unit - 0x30 : unit - 0x41;
    sum += index % 2 === 0 ? (ODD_OF_ALL[value] ?? 0) : value;
  }
  return String.fromCharCode(0x41 + (sum % 26)) === compact[15];
}

function isPesel(compact: string): boolean {
  const digits = digitsOf(compact);
  const month = Number(compact.slice(2, 4)) % 20;
  const sum = weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]);
  return sum % 10 === 0 && isDay(Number(compact.slice(0, 2)), month, Number(compact.slice(4, 6)));
}

function isPersonnummer(compact: string): boolean {
  const digits = compact.replace('+', '').slice(-10);
  // Numbers of coordination have 60 added to the day.
  const day = Number(digits.slice(4, 6)) % 60;
  return isLuhn(digits) && isDay(Number(digits.slice(0, 2)), Number(digits.slice(2, 4)), day);
}

const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';

function isHetu(compact: string): boolean {
  const [day = 0, month = 0, year = 0] = [0, 2, 4].map((at) => Number(compact.slice(at, at + 2)));
  const number = Number(compact.slice(0, 6) + compact.slice(-4, -1));
  return isDay(year, month, day) && HETU_LETTERS[number % 31] === compact.at(-1);
}

/** The number of the French, with the departments of Corsica as numbers. */
function isNir(compact: string): boolean {
  const digits = compact.replace('2A', '19').replace('2B', '18');
  return 97 - modulo(digits.slice(0, 13), 97) === Number(digits.slice(13));
}

function isBsn(compact: string): boolean {
  const digits = digitsOf(compact);
  return (
    weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0 && digits.some((digit) => digit > 0)
  );
}

function isRijksregister(compact: string): boolean {
  const [number, check] = [compact.slice(0, 9), Number(compact.slice(9))];
  return ['', '2'].some((century) => 97 - modulo(century + number, 97) === check);
}

function isFodselsnummer(compact: string): boolean {
  const digits = digitsOf(compact);
  const first = weighted(digits, [3, 7, 6, 1, 8, 9, 4, 5, 2, 1]) % 11;
  const second = weighted(digits, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1]) % 11;
  const day = Number(compact.slice(0, 2)) % 40;
  const month = Number(compact.slice(2, 4)) % 40;
  return first === 0 && second === 0 && isDay(Number(compact.slice(4, 6)), month, day);
}

/** Numbers of people in Europe. */
export const european: readonly Entity[] = [
  {
    label: 'ES_NIF',
    shapes: [
      shape('\\d{8}[ -]?[A-HJ-NP-TV-Z]', 0.7),
      shape('\\d{2}\\.\\d{3}\\.\\d{3}[ -]?[A-Z]', 0.8),
    ],
    verify: isNif,
    context: ['nif', 'dni', 'fiscal', 'documento'],
  },
  {
    label: 'ES_NIE',
    shapes: [shape('[XYZ][ -]?\\d{7}[ -]?[A-HJ-NP-TV-Z]', 0.8)],
    verify: isNie,
    context: ['nie', 'identidad', 'extranjero'],
  },
  {
    label: 'IT_FISCAL_CODE',
    shapes: [
      shape('[A-Z]{6}[0-9L-NP-V]{2}[A-EHLMPRST][0-9L-NP-V]{2}[A-Z][0-9L-NP-V]{3}[A-Z]', 0.9),
      shape('[A-Z]{3}([ -])[A-Z]{3}\\1\\d{2}[A-EHLMPRST]\\d{2}\\1[A-Z]\\d{3}[A-Z]', 0.9),
      shape('[a-z]{6}\\d{2}[a-ehlmprst]\\d{2}[a-z]\\d{3}[a-z]', 0.8),
    ],
    verify: (compact) => isFiscalCode(compact.toUpperCase()),
    context: ['fiscale', 'codice', 'cf'],
  },
  {
    label: 'IT_VAT_CODE',
    shapes: [shape('IT ?\\d{11}', 0.8), shape('\\d{11}', 0.3)],
    verify: (compact) => isLuhn(compact) && modulo(compact.replace('IT', ''), 10 ** 10) > 0,
    context: ['piva', 'partita', 'iva', 'vat'],
  },
  {
    label: 'PL_PESEL',
    shapes: [shape('\\d{11}', 0.4)],
    verify: isPesel,
    context: ['pesel'],
  },
  {
    label: 'SE_PERSONNUMMER',
    shapes: [shape('(?:19|20)?\\d{6}[+-]\\d{4}', 0.6), shape('(?:19|20)?\\d{10}', 0.3)],
    verify: isPersonnummer,
    context: ['person', 'pers\\.? ?nr', 'fodd', 'samordning', 'swedish', 'pnr'],
  },
  {
    label: 'DE_TAX_ID',
    shapes: [
      shape('[1-9]\\d( )\\d{3}\\1\\d{3}\\1\\d{3}', 0.6),
      shape('[1-9]\\d([-/.]?)\\d{3}\\1\\d{3}\\1\\d{3}', 0.4),
    ],
    verify: (compact) => isTaxId(compact, 'de-DE'),
    context: ['steuer', 'idnr', 'tax', 'tin', 'identifikationsnummer', 'german'],
  },
  {
    label: 'FR_NIR',
    shapes: [
      shape(
        '[1278][ .-]?\\d{2}[ .-]?\\d{2}[ .-]?(?:\\d{2}|2[AB])[ .-]?\\d{3}[ .-]?\\d{3}[ .-]?\\d{2}',
        0.9,
      ),
    ],
    verify: isNir,
    context: ['nir', 'securite', 'sociale', 'insee'],
  },
  {
    label: 'NL_BSN',
    shapes: [
      shape('\\d{4}([. -])\\d{2}\\1\\d{3}', 0.6),
      shape('\\d{3}([. -])\\d{3}\\1\\d{3}', 0.3),
      shape('\\d{9}', 0.2),
    ],
    verify: isBsn,
    context: ['bsn', 'burger', 'sofi', 'dutch'],
  },
  {
    label: 'BE_NATIONAL_NUMBER',
    shapes: [shape('\\d{2}\\.\\d{2}\\.\\d{2}-\\d{3}\\.\\d{2}', 0.9), shape('\\d{11}', 0.4)],
    verify: isRijksregister,
    context: ['rijksregister', 'national', 'nationaal', 'insz', 'niss'],
  },
  {
    label: 'CH_AHV',
    shapes: [shape('756([. ]?)\\d{4}\\1\\d{4}\\1\\d{2}', 0.9)],
    verify: (compact) =>
      weighted(digitsOf(compact), [1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1]) % 10 === 0,
    context: ['ahv', 'avs', 'sozialversicherung'],
  },
  {
    label: 'NO_FODSELSNUMMER',
    shapes: [shape('\\d{6} \\d{5}', 0.6), shape('\\d{11}', 0.4)],
    verify: isFodselsnummer,
    context: ['fødselsnummer', 'fodsel', 'personnummer'],
  },
  {
    label: 'FI_PERSONAL_IDENTITY_CODE',
    shapes: [shape('\\d{6}[-+A-FU-Y]\\d{3}[0-9A-FHJ-NPR-Y]', 0.8)],
    verify: isHetu,
    context: ['hetu', 'henkilotunnus', 'personbeteckning'],
  },
];
