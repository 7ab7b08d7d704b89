const WORDS = 8;

/** How IPv6 addresses begin that hold an IPv4 one, and at which of their eight words that stands. */
const HOLDERS: readonly (readonly [begins: readonly number[], at: number])[] = [
  // IPv4-compatible and IPv4-mapped (RFC 4291), translated (RFC 2765).
  [[0, 0, 0, 0, 0, 0], 6],
  [[0, 0, 0, 0, 0, 0xffff], 6],
  [[0, 0, 0, 0, 0xffff, 0], 6],
  // NAT64 (RFC 6052), and with a prefix of a network's own (RFC 8215).
  [[0x64, 0xff9b, 0, 0, 0, 0], 6],
  [[0x64, 0xff9b, 1], 6],
  // 6to4 (RFC 3056).
  [[0x2002], 1],
];

/** The IPv4 address that an IPv6 one leads to; undefined where it holds none. A zone (`%eth0`) says nothing. */
export function embeddedAddress(address: string): string | undefined {
  const words = wordsOf(address.replace(/%.*$/, ''));
  // `::` and `::1` are addresses of their own.
  if (words.slice(0, -1).every((word) => word === 0)) return undefined;
  const holder = HOLDERS.find(([begins]) => begins.every((word, index) => words[index] === word));
  if (!holder) return undefined;
  const inner = words.slice(holder[1], holder[1] + 2);
  return inner.flatMap((word) => [word >> 8, word & 255]).join('.');
}

/** The eight words of an IPv6 address, however it is written. */
function wordsOf(address: string): number[] {
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [head = '', tail] = canonical.split('::');
  const before = numbers(head);
  const after = numbers(tail ?? '');
  const missing = Math.max(0, WORDS - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => 0), ...after];
}

const numbers = (text: string): number[] =>
  text === '' ? [] : text.split(':').map((word) => Number.parseInt(word, 16));
