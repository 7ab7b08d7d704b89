import { type Entity, shape } from '../entity/entity.ts';
import { isCryptoAddress } from './crypto.ts';
import { isLuhn } from './check-digits.ts';
import { isIban } from './validators.ts';

/** Each length that a bank account may have by IBAN, in groups of four or not. The longest first. */
const IBAN_SHAPES = Array.from({ length: 20 }, (_, index) => {
  const rest = 30 - index;
  const groups = `[A-Z]{2}\\d{2}(?:[ -]?[A-Z0-9]{4}){${String(Math.floor(rest / 4))}}`;
  return shape(rest % 4 === 0 ? groups : `${groups}[ -]?[A-Z0-9]{${String(rest % 4)}}`, 1);
});

/** What the numbers of the brands begin with, and their lengths: the package `validator` does not know all of them. */
const CARD =
  /^(?:4(?:\d{12}|\d{15}|\d{18})|5[0-8]\d{14}|2(?:2[2-9]|[3-6]\d|7[0-2])\d{13}|3[47]\d{13}|3(?:0[0-5]|[689]\d)\d{11,16}|35\d{14,17}|6\d{15,18})$/;

/** Cards, accounts and wallets. */
export const accounts: readonly Entity[] = [
  {
    label: 'CREDIT_CARD',
    shapes: [
      shape('\\d{4}([ -])\\d{4}\\1\\d{4}\\1\\d{1,7}', 1),
      shape('\\d{4}([ -])\\d{6}\\1\\d{4,5}', 1),
      shape('\\d{13,19}', 0.9),
    ],
    verify: (compact) => isLuhn(compact) && CARD.test(compact),
    context: [
      'card',
      'visa',
      'mastercard',
      'amex',
      'kredit',
      'carte',
      'tarjeta',
      'carta',
      'cartao',
    ],
  },
  {
    label: 'IBAN_CODE',
    shapes: IBAN_SHAPES,
    verify: (compact) => isIban(compact),
    context: ['iban', 'bank', 'account', 'konto', 'compte', 'cuenta', 'conto'],
  },
  {
    label: 'CRYPTO',
    shapes: [
      shape('bc1[ac-hj-np-z02-9]{11,71}', 1),
      shape('[13][1-9A-HJ-NP-Za-km-z]{25,34}', 1),
      shape('0x[0-9A-Fa-f]{40}', 0.6),
    ],
    verify: isCryptoAddress,
    context: ['bitcoin', 'btc', 'wallet', 'crypto', 'eth'],
  },
];
