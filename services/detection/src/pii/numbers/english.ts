import { type Entity, shape } from '../entity/entity.ts';
import { digitsOf, isLuhn, isVerhoeff, modulo, weighted } from './check-digits.ts';

/** Area, group and serial number that were ever given out. */
const SSN = '(?!000|666|9)\\d{3}';

/** Whole words: others begin so ("since", "Nasdaq"). */
const SIN = 'sins?(?![a-z])';
const NAS = 'nas(?![a-z])';

/** Words for the numbers of nine digits that are written in threes. */
const NINE_DIGITS = [
  ...['tfn', 'tax file', SIN, NAS, 'social', 'acn', 'company', 'ssn', 'itin'],
  ...['bsn', 'burgerservice', 'siren', 'nif', 'contribuinte'],
];

/** Nine digits in threes, which are no part of more such groups: an amount or a telephone number has these. */
const inThrees = (first: string): string =>
  `(?<!\\d[ -])${first}\\d{2}([ -])\\d{3}\\1\\d{3}(?![ -]\\d)`;

function isAbn(compact: string): boolean {
  const digits = digitsOf(compact);
  digits[0] = (digits[0] ?? 0) - 1;
  return weighted(digits, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) % 89 === 0;
}

function isAcn(compact: string): boolean {
  const digits = digitsOf(compact);
  const rest = weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1]) % 10;
  return (10 - rest) % 10 === digits[8];
}

function isNhs(compact: string): boolean {
  const digits = digitsOf(compact);
  const check = 11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11);
  return (check === 11 ? 0 : check) === digits[9];
}

const NRIC: Readonly<Record<string, readonly [number, string]>> = {
  S: [0, 'JZIHGFEDCBA'],
  T: [4, 'JZIHGFEDCBA'],
  F: [0, 'XWUTRQPNMLK'],
  G: [4, 'XWUTRQPNMLK'],
  M: [3, 'KLJNPQRTUWX'],
};

function isNric(compact: string): boolean {
  const [offset, letters] = NRIC[compact[0] ?? ''] ?? [0, ''];
  const rest = (offset + weighted(digitsOf(compact), [2, 7, 6, 5, 4, 3, 2])) % 11;
  return letters[compact.startsWith('M') ? 10 - rest : rest] === compact.at(-1);
}

/** Numbers of people in countries whose papers are in English. */
export const english: readonly Entity[] = [
  {
    label: 'US_SSN',
    shapes: [
      shape(`${SSN}[-](?!00)\\d{2}[-](?!0000)\\d{4}`, 0.6),
      shape(`${SSN}([ .])(?!00)\\d{2}\\1(?!0000)\\d{4}`, 0.5),
      shape(`${SSN}(?!00)\\d{2}(?!0000)\\d{4}`, 0.2),
    ],
    context: ['ssn', 'social', 'security', 'soc sec'],
  },
  {
    label: 'US_ITIN',
    shapes: [
      shape('9\\d{2}([- ])(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])\\1\\d{4}', 0.55),
      shape('9\\d{2}(?:5\\d|6[0-5]|7\\d|8[0-8]|9[0-24-9])\\d{4}', 0.2),
    ],
    context: ['itin', 'taxpayer', 'tax', 'individual'],
  },
  {
    label: 'US_NPI',
    shapes: [shape('[12]\\d{9}', 0.3), shape('[12]\\d{3}([ -])\\d{3}\\1\\d{3}', 0.3)],
    verify: (compact) => isLuhn(`80840${compact}`),
    context: ['npi', 'provider'],
  },
  {
    label: 'UK_NHS',
    shapes: [shape('\\d{3} \\d{3} \\d{4}', 0.55), shape('\\d{3}([-]?)\\d{3}\\1\\d{4}', 0.3)],
    verify: isNhs,
    context: ['nhs', 'health', 'patient'],
  },
  {
    label: 'UK_NINO',
    shapes: [
      shape(
        '(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]( ?)\\d{2}\\1\\d{2}\\1\\d{2}\\1[A-D]',
        0.6,
      ),
    ],
    context: ['nino', 'insurance', 'national'],
  },
  {
    label: 'AU_ABN',
    shapes: [shape('\\d{2} \\d{3} \\d{3} \\d{3}', 0.8), shape('\\d{11}', 0.4)],
    verify: isAbn,
    context: ['abn', 'business'],
  },
  {
    label: 'AU_ACN',
    shapes: [shape('\\d{3} \\d{3} \\d{3}', 0.3), shape('\\d{9}', 0.2)],
    verify: isAcn,
    context: ['acn', 'company'],
  },
  {
    label: 'AU_TFN',
    shapes: [
      shape(inThrees('\\d'), 0.5),
      shape('\\d{3}([ -])\\d{3}\\1\\d{3}', 0.3),
      shape('\\d{9}', 0.2),
    ],
    verify: (compact) => weighted(digitsOf(compact), [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    context: ['tfn', 'tax', 'file'],
    others: NINE_DIGITS,
  },
  {
    label: 'AU_MEDICARE',
    shapes: [shape('[2-6]\\d{3}([ -])\\d{5}[ /-]\\d', 0.6), shape('[2-6]\\d{9}', 0.25)],
    verify: (compact) => {
      const digits = digitsOf(compact);
      return weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10 === digits[8];
    },
    context: ['medicare'],
  },
  {
    label: 'IN_AADHAAR',
    shapes: [
      shape('(?<!(?:\\d{4}|[A-Z]{2}\\d{2})[ -])[2-9]\\d{3}([: -])\\d{4}\\1\\d{4}(?![ -]\\d)', 0.6),
      shape('[2-9]\\d{11}', 0.3),
    ],
    verify: isVerhoeff,
    context: ['aadhaar', 'aadhar', 'uidai', 'आधार'],
  },
  {
    label: 'IN_PAN',
    shapes: [shape('[A-Z]{3}[ABCFGHJLPT][A-Z]\\d{4}[A-Z]', 0.6)],
    context: ['pan', 'permanent'],
  },
  {
    label: 'CA_SIN',
    shapes: [
      shape(inThrees('[0-79]'), 0.5),
      shape('[0-79]\\d{2}([ -])\\d{3}\\1\\d{3}', 0.3),
      shape('[1-79]\\d{8}', 0.2),
    ],
    verify: isLuhn,
    context: [SIN, 'social', 'insurance', NAS, 'assurance'],
    others: NINE_DIGITS,
  },
  {
    label: 'SG_NRIC_FIN',
    shapes: [shape('[STFGM]\\d{7}[A-Z]', 0.8)],
    verify: isNric,
    context: ['nric', 'fin'],
  },
  {
    label: 'ZA_ID_NUMBER',
    shapes: [shape('\\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])\\d{4}[01]\\d{2}', 0.3)],
    verify: (compact) => isLuhn(compact) && modulo(compact, 10 ** 9) > 0,
    context: ['id', 'identity', 'identiteit'],
  },
];
