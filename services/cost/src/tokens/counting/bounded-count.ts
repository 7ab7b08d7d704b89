import type { Encoding } from './encodings.ts';

/** Merging pairs takes time with the square of a piece's length. No word is so long, so only what is no text loses by the cut, a token at each. */
const LONGEST_PIECE = 256;
/** Pieces whose tokens are remembered: others may be sent on purpose. */
const REMEMBERED = 20_000;

/** What stands for tokens with a meaning of their own is text like any other in a prompt. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Tokens of a text in one encoding, in time that grows with its length and no faster. */
export type BoundedCount = (text: string) => number;

/** Loads an encoding, which takes some 70 MB for the first, and a quarter of a second. */
export async function loadBoundedCount(encoding: Encoding): Promise<BoundedCount> {
  const { CL100K_TOKEN_SPLIT_REGEX, O200K_TOKEN_SPLIT_REGEX } =
    await import('gpt-tokenizer/encodingParams/constants');
  const isNewest = encoding === 'o200k_base';
  const { countTokens, setMergeCacheSize } = isNewest
    ? await import('gpt-tokenizer/encoding/o200k_base')
    : await import('gpt-tokenizer/encoding/cl100k_base');
  setMergeCacheSize(REMEMBERED);
  const split = isNewest ? O200K_TOKEN_SPLIT_REGEX : CL100K_TOKEN_SPLIT_REGEX;
  return (text) => {
    let tokens = 0;
    let from = 0;
    for (const { 0: piece, index } of text.matchAll(split)) {
      if (piece.length <= LONGEST_PIECE) continue;
      tokens += countTokens(text.slice(from, index), AS_TEXT);
      for (const part of partsOf(piece)) tokens += countTokens(part, AS_TEXT);
      from = index + piece.length;
    }
    return tokens + countTokens(from === 0 ? text : text.slice(from), AS_TEXT);
  };
}

function* partsOf(piece: string): Generator<string> {
  for (let at = 0; at < piece.length; at += LONGEST_PIECE) {
    yield piece.slice(at, at + LONGEST_PIECE);
  }
}
