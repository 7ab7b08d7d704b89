import { createRequire } from 'node:module';
import type { CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { contextOf, withContext } from '../entity/context.ts';
import { DASHES, SPACES } from '../entity/entity.ts';
import { COUNTS_FROM, type Wanted } from '../entity/wanted.ts';
import type { NumberLook } from './number-seeker.ts';

interface Library {
  readonly parsePhoneNumberFromString: typeof parsePhoneNumberFromString;
}

const WRITTEN = new RegExp(
  `[+(]{0,2}\\d(?:[${SPACES}.()/${DASHES}-]{0,2}\\d){6,14}(?!\\w|[-./]\\d)`,
  'y',
);
const AMERICAN = /^(?:1[ .-])?(?:\([2-9]\d{2}\) ?|[2-9]\d{2}[ .-])[2-9]\d{2}[ .-]\d{4}$/;
/** Dates, times, addresses of machines, amounts. */
const NO_PHONE =
  /^(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./] ?\d{1,2}[-./] ?\d{4}|\d{1,3}\.\d{5,}$|\d{1,3}(?:\.\d{1,3}){3}$)/;
/** Where a number without the code of its country may be from, where the words before it say that it is one. */
const COUNTRIES: readonly CountryCode[] =
  'US GB DE FR ES IT NL PL SE CH AT BE PT BR MX IN AU JP CN KR ZA SG DK NO FI IE IL TR'.split(
    ' ',
  ) as CountryCode[];
const CONTEXT = [
  ...[
    'phone',
    'tel',
    '(?<!the )call(?: (?:me|us|him|her|them|back|on|at)|ing|$)',
    'mobile',
    'cell',
    'fax',
    'whatsapp',
    'sms',
    'text me',
    'dial',
  ],
  ...['telefon', 'handy', 'mobil', 'anruf', 'ruf', 'portable', 'appel', 'movil', 'llama'],
  ...['celular', 'cellulare', 'chiama', 'telefoon', 'bel ', 'puhelin', '電話', '电话', '전화'],
];
const SCORES = { international: 0.9, american: 0.5, national: 0.4 };

/** Looks for telephone numbers: with the code of a country, as Americans write them, or where the words before say so. */
export function phoneLook(wanted: Wanted): NumberLook {
  // It has the numbers of all countries: some 100 kB, for those alone who look for them.
  const library = createRequire(import.meta.url)('libphonenumber-js/min') as Library;
  const context = contextOf(CONTEXT);
  const isValid = (text: string, country?: CountryCode): boolean =>
    library.parsePhoneNumberFromString(text, country)?.isValid() ?? false;
  const scoreOf = (written: string, isSaid: () => boolean): number => {
    if (written.includes('+')) return isValid(written) ? SCORES.international : 0;
    if (written.startsWith('00') && isValid(`+${written.slice(2)}`)) return SCORES.international;
    if (AMERICAN.test(written) && isValid(written, 'US')) {
      return withContext(SCORES.american, isSaid());
    }
    if (!isSaid() || !COUNTRIES.some((country) => isValid(written, country))) return 0;
    return withContext(SCORES.national, true);
  };
  return {
    wanted,
    patterns: [WRITTEN],
    at: (text, place, before) => {
      WRITTEN.lastIndex = place;
      if (!WRITTEN.test(text)) return undefined;
      const end = WRITTEN.lastIndex;
      const written = text.slice(place, end);
      if (NO_PHONE.test(written)) return undefined;
      const score = scoreOf(written, () => context?.(before()) ?? false);
      return score < COUNTS_FROM ? undefined : { end, score };
    },
  };
}
