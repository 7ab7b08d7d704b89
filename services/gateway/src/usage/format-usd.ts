const NANO = 1e9;

/** Nano-USD as a decimal number of USD, without trailing zeros: 1500 is `0.0000015`. */
export function formatUsd(nanoUsd: number): string {
  let fraction = nanoUsd % NANO;
  const whole = (nanoUsd - fraction) / NANO;
  if (fraction === 0) return String(whole);
  let digits = 9;
  while (fraction % 10 === 0) {
    fraction /= 10;
    digits -= 1;
  }
  return `${whole}.${String(fraction).padStart(digits, '0')}`;
}
