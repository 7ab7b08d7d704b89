/** Characters that are counted in one go: other requests have their turn in between. */
export const LONGEST_SLICE = 65_536;
/** So far back a place is looked for at which no word is cut. */
const LOOK_BACK = 2_048;

/** Where a word ends and the next one begins after a single space: encodings split there, so the two parts have as many tokens as the whole. */
const BETWEEN_WORDS = /\p{L}(?= \p{L})/gu;

/** A text in parts of bounded length, cut between words where there are any. */
export function* textSlices(text: string, longest = LONGEST_SLICE): Generator<string> {
  let from = 0;
  while (text.length - from > longest) {
    const to = cutBefore(text, from, from + longest);
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

function cutBefore(text: string, from: number, to: number): number {
  const start = Math.max(from, to - LOOK_BACK);
  let cut: number | undefined;
  for (const { 0: letter, index } of text.slice(start, to).matchAll(BETWEEN_WORDS)) {
    cut = start + index + letter.length;
  }
  return cut ?? beforeHalf(text, to);
}

/** Not within a character of two units. */
function beforeHalf(text: string, to: number): number {
  const unit = text.charCodeAt(to);
  return unit >= 0xdc00 && unit <= 0xdfff ? to - 1 : to;
}
