/** The beginning of a text that others wrote, where all of it would fill the page; a text that is short enough stays as it is. `most`: characters. */
export function shortText(text: string, most: number): string {
  if (text.length <= most) return text;
  const signs = Array.from(text.slice(0, most * 2 + 2));
  return signs.length <= most ? text : `${signs.slice(0, most - 1).join('')}…`;
}
