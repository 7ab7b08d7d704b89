const NUMBER = /^([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]{1,3}))?$/;

/**
 * A number as JSON writes it (`1.5e-07`), times ten to the power of `shift`, as a plain decimal without needless zeros; no digit is lost. Undefined for what is no number
 * of zero or more.
 */
export function plainDecimal(text: string, shift = 0): string | undefined {
  const found = NUMBER.exec(text);
  if (!found) return undefined;
  const [, whole = '', fraction = '', exponent = '0'] = found;
  const point = whole.length + Number(exponent) + shift;
  const digits = (whole + fraction).padStart(
    whole.length + fraction.length - Math.min(point, 0),
    '0',
  );
  const at = Math.max(point, 0);
  const padded = digits.padEnd(at, '0');
  const before = padded.slice(0, at).replace(/^0+(?=.)/, '') || '0';
  const after = padded.slice(at).replace(/0+$/, '');
  return after === '' ? before : `${before}.${after}`;
}

/** How many decimals a plain decimal has. */
export const decimalsOf = (plain: string): number => plain.split('.')[1]?.length ?? 0;

const NANO_DIGITS = 9;

/** A plain decimal in billionths, rounded half up where it has more than nine decimals. */
export function toNano(plain: string): bigint {
  const [whole = '0', fraction = ''] = plain.split('.');
  const kept = fraction.padEnd(NANO_DIGITS, '0');
  const nano = BigInt(whole) * 1_000_000_000n + BigInt(kept.slice(0, NANO_DIGITS));
  return (kept[NANO_DIGITS] ?? '0') >= '5' ? nano + 1n : nano;
}
