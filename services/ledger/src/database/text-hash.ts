import { createHash } from 'node:crypto';

/** Texts of rows as one: no text of a row holds the character between them. */
export const joinedTexts = (texts: readonly string[]): string => texts.join('\u0000');

/** What rows whose texts are too long for an index are looked up by: the first 128 bits of a SHA-256, as a UUID, which PostgreSQL holds in 16 bytes. */
export function textHash(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, 32);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
