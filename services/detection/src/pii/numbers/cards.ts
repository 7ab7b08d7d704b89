import isCreditCard from 'validator/lib/isCreditCard.js';
import type { Entity } from '../entity.ts';

/** Numbers of cards, in groups or not, by the checks of their brands and of Luhn. */
export const cards: readonly Entity[] = [
  {
    label: 'CREDIT_CARD',
    shapes: [
      {
        pattern:
          /(?:\d{4}([ -]?)\d{4}\1\d{4}\1\d{1,7}|\d{4}([ -]?)\d{6}\2\d{4,5})(?![\w]|[-.,]\d)/y,
        score: 0.3,
      },
    ],
    verify: (compact) => isCreditCard.default(compact),
    verified: 1,
    context: ['card', 'visa', 'mastercard', 'amex', 'kredit', 'carte', 'tarjeta', 'carta', 'cartao'],
  },
];
