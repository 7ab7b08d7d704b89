/** The digits of a number; what is no digit is left out. */
export const digitsOf = (text: string): number[] => Array.from(text.replaceAll(/\D/g, ''), Number);

/** The sum of the digits, each times its weight. Digits beyond the weights do not count. */
export const weighted = (digits: readonly number[], weights: readonly number[]): number =>
  weights.reduce((sum, weight, index) => sum + weight * (digits[index] ?? 0), 0);

/** Whether the last digit is right by Luhn's sum. */
export function isLuhn(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 1 ? digit * 2 : digit;
    return total + (counted > 9 ? counted - 9 : counted);
  }, 0);
  return digits.length > 0 && sum % 10 === 0;
}

/** A long number modulo another. */
export const modulo = (digits: string, by: number): number => Number(BigInt(digits) % BigInt(by));

/** Whether a day of this month and year, two or four digits, is in the calendar. Of two digits the century does not matter but for leap days. */
export function isDay(year: number, month: number, day: number): boolean {
  if (month < 1 || month > 12 || day < 1) return false;
  const full = year < 100 ? 2000 + year : year;
  return day <= new Date(Date.UTC(full, month, 0)).getUTCDate();
}

const VERHOEFF_STEPS = [
  '0123456789',
  '1234067895',
  '2340178956',
  '3401289567',
  '4012395678',
  '5987604321',
  '6598710432',
  '7659821043',
  '8765932104',
  '9876543210',
];
const VERHOEFF_TURNS = [
  '0123456789',
  '1576283094',
  '5803796142',
  '8916043527',
  '9453126870',
  '4286573901',
  '2793806415',
  '7046913258',
];

/** Whether the last digit is right by Verhoeff's tables. */
export function isVerhoeff(text: string): boolean {
  const digits = digitsOf(text).reverse();
  const end = digits.reduce((state, digit, index) => {
    const turned = Number(VERHOEFF_TURNS[index % 8]?.[digit]);
    return Number(VERHOEFF_STEPS[state]?.[turned]);
  }, 0);
  return end === 0;
}
