const NUL = /\u0000/g;

/** A text as databases hold it: without NUL, which PostgreSQL refuses, and without halves of characters, which no encoding has. */
export const storableText = (text: string): string => {
  const whole = text.includes('\u0000') ? text.replace(NUL, '') : text;
  return whole.isWellFormed() ? whole : whole.toWellFormed();
};
