/** The beginning of a text that others wrote, where all of it would fill the page; a text that is short enough stays as it is. `most`: characters. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const signs = Array.from(text.slice(0, most * 2 + 2));
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}

/** The first of many texts, each of them short, and how many more there are. `most`: texts. */
export function shortTexts(
  texts: readonly string[],
  most: number,
): { readonly shown: readonly string[]; readonly left: number } {
  const shown = texts.slice(0, most).map((text) => shortText(text, MOST_OF_EACH));
  return { shown, left: texts.length - shown.length };
}

const MOST_OF_EACH = 128;
