/** JSON text that `JSON.stringify` writes as it is (V8's raw JSON, which TypeScript does not know yet). */
const rawJson = (text: string): unknown =>
  (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON(text);

/** `"0.10"` → `0.10`: a JSON number, and where no double holds it, one that is written with all its digits. */
export function toWireDecimal(value: number | string): unknown {
  if (typeof value === 'number') return value;
  const double = Number(value);
  return sameDecimal(plain(double), value) ? double : rawJson(value);
}

/** A number of the wire as a spec holds it: an integer, or a decimal as text. Texts stay as they are, to be judged by the schema. */
export function fromWireDecimal(value: unknown): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value;
  return plain(value);
}

/** Whether two decimals are the same amount, however they are written. */
export const sameDecimal = (a: number | string, b: number | string): boolean =>
  canonical(a) === canonical(b);

/** A decimal without a sign as text whose order is that of the amounts. */
export function sortableDecimal(value: number | string): string {
  const [whole = '', fraction = ''] = canonical(value).split('.');
  return `${whole.padStart(16, '0')}.${fraction}`;
}

function canonical(value: number | string): string {
  const text = typeof value === 'number' ? plain(value) : value;
  const [whole = '', fraction = ''] = text.split('.');
  const digits = fraction.replace(/0+$/, '');
  return (whole.replace(/^0+(?=\d)/, '') || '0') + (digits === '' ? '' : `.${digits}`);
}

/** The shortest decimal that is this double, without an exponent. */
function plain(value: number): string {
  const text = String(value);
  const [mantissa = '', exponent] = text.split('e');
  if (exponent === undefined) return text;
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.');
  const places = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + places;
  const sign = value < 0 ? '-' : '';
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  return sign + digits.padEnd(point, '0');
}

/**
 * A reviver for `JSON.parse` that keeps a number which no double holds (`999999999.999999999`) as text, so that money arrives to the
 * last digit. Other numbers stay numbers.
 */
export function keepExactNumbers(
  _key: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown {
  const source = context?.source;
  if (typeof value !== 'number' || source === undefined || !/^\d+\.\d+$/.test(source)) return value;
  return sameDecimal(plain(value), source) ? value : source;
}
