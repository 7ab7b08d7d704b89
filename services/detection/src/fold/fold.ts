import { confusables } from './confusables.ts';

/** What is seen by nobody: format characters (zero width, bidirectional, tags), variation selectors, fillers. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0]/u;
const SPACE = /[\s\u2800]/u;

const folded = new Map<number, string>();
/** Code points that are remembered: all that a text of ordinary languages has. */
const REMEMBERED = 20_000;

/**
 * What a character counts as where words are compared: small, without what is only another form of it (full width, ligatures, letters of
 * mathematics), its look-alike of ASCII, a blank for any space, nothing for what is not seen. It does not depend on what stands beside it.
 */
export function foldCharacter(code: number): string {
  const known = folded.get(code);
  if (known !== undefined) return known;
  const fold = foldOf(String.fromCodePoint(code));
  if (folded.size < REMEMBERED) folded.set(code, fold);
  return fold;
}

function foldOf(character: string): string {
  if (UNSEEN.test(character)) return '';
  if (SPACE.test(character)) return ' ';
  const plain = character.normalize('NFKD').toLowerCase().normalize('NFKD');
  let fold = '';
  for (const one of plain) {
    if (one === 'ß') fold += 'ss';
    else if (!UNSEEN.test(one)) fold += SPACE.test(one) ? ' ' : (confusables.get(one) ?? one);
  }
  return fold;
}

/** A word or phrase as it is compared. */
export function foldText(text: string): string {
  let fold = '';
  for (const character of text) {
    const one = foldCharacter(character.codePointAt(0) ?? 0);
    fold += one === ' ' && fold.endsWith(' ') ? '' : one;
  }
  return fold.trim();
}
