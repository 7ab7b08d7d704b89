/** Bits per character from which on a value is taken for random. */
const RANDOM_BITS = 2.6;
/** What stands for a value in documents and examples. */
const STAND_IN =
  /(?:^|[-_])(?:your|my)[-_]|[-_]here$|^(?:[$<{%*[(@]|x{4,}|\.{3}|your|changeme|example|placeholder|redacted|null$|none$|true$|false$|undefined$|process\.env|os\.|env\.)|(?:example|xxxx|\*\*\*|redacted|placeholder)/i;

/** The entropy of a text's characters, in bits per character. */
function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** Whether a value may be a secret, and does not stand for one in an example. */
export const isRandom = (value: string): boolean =>
  !STAND_IN.test(value) && entropy(value) >= RANDOM_BITS;

/** Whether what is assigned to a name of a secret is one: letters and digits at least, and mixed as no word is. */
export function isAssignedSecret(value: string, isPassword: boolean): boolean {
  if (!isRandom(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/].filter((kind) => kind.test(value)).length;
  if (isPassword) return value.length >= 8 && kinds >= 3;
  return value.length >= 16 && /\d/.test(value) && /[A-Za-z]/.test(value) && kinds >= 2;
}
