import { nanoUsdOf } from './usd-text.ts';

const DIGITS = 9;
const NANO = 10n ** BigInt(DIGITS);

/** A share of an amount, rounded down: 0.8 is 80 %. */
export const shareOfNanoUsd = (amount: bigint, share: string | number): bigint =>
  (amount * nanoUsdOf(share)) / NANO;

/** Nano-USD as people read them in a sentence: two decimals at least, and as many more as there are. Data has `exactUsd`. */
export function shownUsd(nanoUsd: bigint): string {
  const fraction = String(nanoUsd % NANO).padStart(DIGITS, '0');
  return `${nanoUsd / NANO}.${fraction.slice(0, 2)}${fraction.slice(2).replace(/0+$/, '')}`;
}
