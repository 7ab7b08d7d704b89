import { Untranslatable } from '../../format.ts';
import type { EmbeddingsAsked } from './embeddings-asked.ts';

/** What a vendor takes in one request. */
export interface Share {
  readonly texts: number;
  /** Bytes of all texts together, where the vendor bounds their tokens: a longer text goes alone. Absent: no bound. */
  readonly bytes?: number;
  /** How many requests are sent for one at most; absent: `MOST_SHARES`. */
  readonly most?: number;
  /** How many texts one request may have; absent: as many as those take. */
  readonly all?: number;
}

const MOST_SHARES = 32;

/** A request as several of which the vendor takes each. Throws `Untranslatable` where they would be too many. */
export function sharesOf(
  asked: EmbeddingsAsked,
  share: Share = { texts: Infinity },
): readonly [EmbeddingsAsked, ...EmbeddingsAsked[]] {
  const { texts, bytes, most = MOST_SHARES, all = most * texts } = share;
  const mostTexts = Math.min(all, most * texts);
  if (asked.texts.length > mostTexts)
    throw tooMany(
      `${texts === 1 ? 'one text' : `${texts} texts`} at a time: send at most ${mostTexts} in one request`,
    );
  const [, ...ends] = beginsOf(asked.texts, share);
  if (ends.length >= most)
    throw tooMany(`about ${bytes} bytes of texts at a time: send at most ${most} times as much`);
  const rest = ends.map((begin, at) => part(asked, begin, ends[at + 1]));
  return [part(asked, 0, ends[0]), ...rest];
}

const tooMany = (what: string): Untranslatable =>
  new Untranslatable(`The provider of this model takes ${what}.`, 'input');

/** Where each share begins. */
function beginsOf(all: readonly string[], { texts, bytes = Infinity }: Share): number[] {
  const begins = [0];
  let begin = 0;
  let size = 0;
  for (const [at, text] of all.entries()) {
    const length = Buffer.byteLength(text);
    if (at > begin && (at - begin === texts || size + length > bytes)) {
      begins.push(at);
      begin = at;
      size = 0;
    }
    size += length;
  }
  return begins;
}

const part = (asked: EmbeddingsAsked, begin: number, end?: number): EmbeddingsAsked => ({
  ...asked,
  texts: asked.texts.slice(begin, end),
  each: asked.each?.slice(begin, end),
});
