const NANO = 1_000_000_000n;

/** Nano-USD as an exact decimal number of USD, as data has it, without trailing zeros: 1500n is `0.0000015`. Sentences have `shownUsd`. */
export function exactUsd(nanoUsd: bigint): string {
  const sign = nanoUsd < 0n ? '-' : '';
  const size = nanoUsd < 0n ? -nanoUsd : nanoUsd;
  const decimals = String(size % NANO)
    .padStart(9, '0')
    .replace(/0+$/, '');
  const whole = `${sign}${size / NANO}`;
  return decimals === '' ? whole : `${whole}.${decimals}`;
}

/** Nano-USD as a JSON number of USD, the nearest that there is: amounts of up to nine million USD keep every digit. */
export const usdNumber = (nanoUsd: bigint): number => Number(exactUsd(nanoUsd));

/** What a spec's amount of USD (`500` or `"0.01"`, nine decimals at most) is in nano-USD. */
export function nanoUsdOf(usd: number | string): bigint {
  const [whole = '0', decimals = ''] = String(usd).split('.');
  return BigInt(whole) * NANO + BigInt(decimals.padEnd(9, '0').slice(0, 9));
}
