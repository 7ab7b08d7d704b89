import { O200K_TOKEN_SPLIT_REGEX } from 'gpt-tokenizer/encodingParams/constants';
import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

/** Merging pairs takes time with the square of a piece's length. No word is so long, so only what is no text loses by the cut, a token at each. */
const LONGEST_PIECE = 256;
/** Pieces whose tokens are remembered: others may be sent on purpose. */
const REMEMBERED = 20_000;

setMergeCacheSize(REMEMBERED);

/** What stands for tokens with a meaning of their own is text like any other in a prompt. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Tokens of a text in the encoding o200k, in time that grows with its length and no faster. */
export function boundedCount(text: string): number {
  let tokens = 0;
  let from = 0;
  for (const { 0: piece, index } of text.matchAll(O200K_TOKEN_SPLIT_REGEX)) {
    if (piece.length <= LONGEST_PIECE) continue;
    tokens += countTokens(text.slice(from, index), AS_TEXT);
    for (const part of partsOf(piece)) tokens += countTokens(part, AS_TEXT);
    from = index + piece.length;
  }
  return tokens + countTokens(from === 0 ? text : text.slice(from), AS_TEXT);
}

function* partsOf(piece: string): Generator<string> {
  for (let at = 0; at < piece.length; at += LONGEST_PIECE) {
    yield piece.slice(at, at + LONGEST_PIECE);
  }
}
