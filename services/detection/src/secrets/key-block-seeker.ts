import type { Seeker } from '../kernel/seeker.ts';
import type { NamedSecret } from './token-seeker.ts';

const MARK = '-----BEGIN ';
/** A private key as text, with its end if it comes soon enough. Line ends may be written as \n. */
const BLOCK =
  /-----BEGIN (?:[A-Z0-9]{1,12} ){0,2}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.()-]{16,8192}/y;
const CLOSING = /-----END [A-Z0-9 ]{1,40}-----/;
const INSIDE = /[A-Za-z0-9+/=\s\\:,.()-]/;
const LONGEST = 8300;

/** Looks for private keys as PEM and PGP write them. */
export const keyBlockSeeker = (named: NamedSecret): Seeker => ({
  reach: { before: 0, most: LONGEST, after: 0 },
  undecided: undecidedBlock,
  seek: (text, from, to) => {
    for (let at = text.indexOf(MARK, from); at >= 0 && at < to; at = text.indexOf(MARK, at + 1)) {
      BLOCK.lastIndex = at;
      const block = BLOCK.exec(text)?.[0];
      if (block === undefined) continue;
      const closing = CLOSING.exec(block);
      const end = at + (closing ? closing.index + closing[0].length : block.length);
      const finding = named('PRIVATE_KEY', at, end);
      if (finding) return { findings: [finding], next: end };
    }
    return undefined;
  },
});

function undecidedBlock(text: string, from: number): number {
  for (let at = text.indexOf(MARK, from); at >= 0; at = text.indexOf(MARK, at + 1)) {
    if (!isOver(text, at)) return at;
  }
  // What may become a mark.
  for (let length = Math.min(MARK.length - 1, text.length - from); length > 0; length -= 1) {
    if (text.endsWith(MARK.slice(0, length))) return text.length - length;
  }
  return text.length;
}

/** Whether a block's end is there, or a character that is in none. */
function isOver(text: string, at: number): boolean {
  for (let index = at; index < text.length; index += 1) {
    if (!INSIDE.test(text[index] ?? '')) return true;
  }
  return CLOSING.test(text.slice(at));
}
