/**
 * A decimal amount of USD (`0.15`, `500`) in integer nano-USD, as text because it may pass 2^53. The schema allows nine decimals, so
 * nothing is rounded.
 */
export function nanoUsd(amount: number | string): string {
  const [whole = '0', decimals = ''] = String(amount).split('.');
  return (BigInt(whole) * 1_000_000_000n + BigInt(decimals.padEnd(9, '0'))).toString();
}
