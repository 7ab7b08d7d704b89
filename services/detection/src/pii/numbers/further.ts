import { type Entity, shape } from '../entity/entity.ts';
import { digitsOf, isDay, weighted } from './check-digits.ts';
import { isTaxId } from './validators.ts';

function isChineseId(compact: string): boolean {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const [year = 0, month = 0, day = 0] = [
    [6, 10],
    [10, 12],
    [12, 14],
  ].map(([from, to]) => Number(compact.slice(from, to)));
  const check = '10X98765432'[weighted(digitsOf(compact.slice(0, 17)), weights) % 11];
  return isDay(year, month, day) && check === compact.at(-1)?.toUpperCase();
}

function isTurkishId(compact: string): boolean {
  const digits = digitsOf(compact);
  const tenth = weighted(digits, [7, -1, 7, -1, 7, -1, 7, -1, 7]);
  const sum = weighted(digits, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1]);
  return ((tenth % 10) + 10) % 10 === digits[9] && sum % 10 === digits[10];
}

function isKoreanId(compact: string): boolean {
  const digits = digitsOf(compact);
  const sum = weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]);
  const [month, day] = [Number(compact.slice(2, 4)), Number(compact.slice(4, 6))];
  return (11 - (sum % 11)) % 10 === digits[12] && isDay(Number(compact.slice(0, 2)), month, day);
}

function isCnpj(compact: string): boolean {
  const digits = digitsOf(compact);
  const check = (weights: readonly number[]): number => {
    const rest = weighted(digits, weights) % 11;
    return rest < 2 ? 0 : 11 - rest;
  };
  const second = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2];
  return check(second.slice(1)) === digits[12] && check(second) === digits[13];
}

/** Numbers of people elsewhere. */
export const further: readonly Entity[] = [
  {
    label: 'BR_CPF',
    shapes: [shape('\\d{3}\\.\\d{3}\\.\\d{3}[-]\\d{2}', 0.9), shape('\\d{11}', 0.4)],
    verify: (compact) => isTaxId(compact, 'pt-BR'),
    context: ['cpf', 'cadastro'],
  },
  {
    label: 'BR_CNPJ',
    shapes: [shape('\\d{2}\\.\\d{3}\\.\\d{3}/\\d{4}-\\d{2}', 0.9), shape('\\d{14}', 0.4)],
    verify: isCnpj,
    context: ['cnpj', 'empresa'],
  },
  {
    label: 'CN_ID_NUMBER',
    shapes: [shape('[1-9]\\d{5}(?:19|20)\\d{9}[\\dXx]', 0.9)],
    verify: isChineseId,
    context: ['身份证', 'identity'],
  },
  {
    label: 'KR_RRN',
    shapes: [shape('\\d{6}-[1-4]\\d{6}', 0.7)],
    verify: isKoreanId,
    context: ['주민', 'rrn', 'resident'],
  },
  {
    label: 'TR_ID_NUMBER',
    shapes: [shape('[1-9]\\d{10}', 0.4)],
    verify: isTurkishId,
    context: ['kimlik', 'tckn', 'turkish'],
  },
  {
    label: 'MX_CURP',
    shapes: [shape('[A-Z][AEIOUX][A-Z]{2}\\d{6}[HMX][A-Z]{5}[A-Z0-9]\\d', 0.8)],
    context: ['curp'],
  },
];
