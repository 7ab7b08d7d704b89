import { behindLast, type Found, type Seeker } from '../kernel/seeker.ts';
import type { Wanted } from './entity/wanted.ts';

const LOCAL_UNITS = 64;
const DOMAIN_UNITS = 253;
/** What the pattern of a domain may take, before its length is looked at. */
const PATTERN_UNITS = 8 * 64 + 64;
const LOCAL = /[\w.%+'\-\u00c0-\u024f]/;
const OUTSIDE = /[^\w.%+'@\-\u00c0-\u024f]/;
const DOMAIN =
  /@(?:[a-z0-9\u00c0-\u024f](?:[a-z0-9\u00c0-\u024f-]{0,61}[a-z0-9\u00c0-\u024f])?\.){1,8}([a-z\u00c0-\u024f][a-z0-9\u00c0-\u024f-]{1,62})(?![\w@]|-\w)/iy;
/** What ends like an address and is the name of a file: `icon@2x.png`. */
const FILES = new Set(
  'avif bmp css csv dll exe gif htm html ico jpeg jpg js json jsx pdf php png svg ts tsx txt webp xml yaml yml'.split(
    ' ',
  ),
);
/** Credentials in the address of a page, which are secrets. They hold no quotes (RFC 3986, 3.2.1) and end before a query. */
const CREDENTIALS = /:\/\/[^\s/?#"'<>]*$/;

/** Looks for e-mail addresses, from each @ on to both sides. */
export const emailSeeker = (wanted: Wanted): Seeker => ({
  reach: { before: LOCAL_UNITS, most: LOCAL_UNITS + 1 + PATTERN_UNITS, after: 2 },
  undecided: (text, from) => behindLast(OUTSIDE, text, { from, aside: 1 }),
  seek: (text, from, to) => {
    for (let at = text.indexOf('@', from); at >= 0; at = text.indexOf('@', at + 1)) {
      const start = localStart(text, from, at);
      if (start >= to) return undefined;
      const found = start < at ? addressAt({ text, start, at, wanted }) : undefined;
      if (found) return found;
    }
    return undefined;
  },
});

function localStart(text: string, from: number, at: number): number {
  let start = at;
  const first = Math.max(from, at - LOCAL_UNITS);
  while (start > first && LOCAL.test(text[start - 1] ?? '')) start -= 1;
  while (start < at && /[.'%+-]/.test(text[start] ?? '')) start += 1;
  return start;
}

interface Address {
  readonly text: string;
  readonly start: number;
  readonly at: number;
  readonly wanted: Wanted;
}

function addressAt({ text, start, at, wanted }: Address): Found | undefined {
  if (text[at - 1] === '.') return undefined;
  DOMAIN.lastIndex = at;
  const domain = DOMAIN.exec(text);
  if (!domain || domain[0].length > DOMAIN_UNITS) return undefined;
  const end = at + domain[0].length;
  const isFile = FILES.has((domain[1] ?? '').toLowerCase());
  const isRemote = /^:[^\s]/.test(text.slice(end, end + 2));
  const before = text.slice(Math.max(0, start - LOCAL_UNITS), start);
  if (isFile || isRemote || CREDENTIALS.test(before)) return undefined;
  return { findings: [{ ...wanted, start, end, score: 1 }], next: end };
}
