/** The first `longest` characters of a text. What is cut off is let go: V8 would keep the whole text alive behind a part of it. */
export const cutText = (text: string, longest: number): string =>
  text.length <= longest ? text : Buffer.from(text.slice(0, longest)).toString();
