/** So much of an answer is drawn: much more keeps a page busy for seconds. */
export const MOST_SHOWN = 200_000;

/** What is drawn of an answer, and how many characters are left out after it. */
export function shownPart(text: string): { readonly shown: string; readonly left: number } {
  if (text.length <= MOST_SHOWN) return { shown: text, left: 0 };
  const end = isHalf(text.charCodeAt(MOST_SHOWN)) ? MOST_SHOWN - 1 : MOST_SHOWN;
  return { shown: text.slice(0, end), left: text.length - end };
}

/** Whether a unit of UTF-16 is the second half of a character, which is not cut from the first. */
const isHalf = (unit: number): boolean => unit >= 0xdc_00 && unit <= 0xdf_ff;
