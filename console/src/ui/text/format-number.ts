const COUNT = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number as people write it: 1,234,567. */
export const countText = (value: number): string => COUNT.format(value);

/** A number in few letters: 1.2M. */
export const shortText = (value: number): string => SHORT.format(value);

/** US dollars: cents, and more digits where there is less than a cent. */
export const usdText = (value: number): string => usdOf(value, digitsOf(value));

/** Amounts that are told beside each other, all with the digits of the one that has most: what is spent and what is left come to the limit. */
export function usdTexts(values: readonly number[]): readonly string[] {
  const digits = Math.max(...values.map(digitsOf));
  return values.map((value) => usdOf(value, digits));
}

const digitsOf = (value: number): number => (value !== 0 && Math.abs(value) < 0.01 ? 6 : 2);

const usdOf = (value: number, digits: number): string =>
  new Intl.NumberFormat('en', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: digits,
  }).format(value);

/** A share of 1 in percent, with one digit behind the point. */
export const percentText = (share: number): string =>
  new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 }).format(share);

/** Milliseconds: 840 ms, 1.25 s, 2.1 min. */
export function durationText(ms: number): string {
  if (ms < 1000) return `${COUNT.format(Math.round(ms))} ms`;
  if (ms < 60_000) return `${COUNT.format(Math.round(ms / 10) / 100)} s`;
  return `${COUNT.format(Math.round(ms / 6000) / 10)} min`;
}

/** Bytes: 840 B, 12 kB, 3.4 MB. */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${COUNT.format(Math.round(bytes / 1000))} kB`;
  return `${COUNT.format(Math.round(bytes / 100_000) / 10)} MB`;
}
