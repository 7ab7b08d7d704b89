/** Nano-USD as a number of USD, the nearest that there is. */
export const usdOf = (nanoUsd: bigint): number => {
  const digits = String(nanoUsd).padStart(10, '0');
  return Number(`${digits.slice(0, -9)}.${digits.slice(-9)}`);
};
