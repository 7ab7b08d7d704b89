import { nearestName } from './nearest-name.ts';

/** Of more unknown fields in one object, the others are wrong without a word: to look for what each of thousands meant would take seconds. */
export const UNKNOWN_TOLD = 20;
/** Characters of a list of names in a message. */
const ROOM = 200;

/** What is said of a field that there is not: the one that was meant, else those that there are. */
export function unknownField(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  if (meant !== undefined) return `there is no such field (did you mean ${meant}?)`;
  return known.length === 0
    ? 'there is no such field: this object has none'
    : `there is no such field: there are ${listing(known)}`;
}

/** `a, b, c`, or `a, b and 12 more` where they are too many for a message. */
export function listing(names: readonly string[]): string {
  const fitting: string[] = [];
  let room = ROOM;
  for (const name of names) {
    room -= name.length + 2;
    if (room < 0) break;
    fitting.push(name);
  }
  if (fitting.length === names.length) return fitting.join(', ');
  return `${fitting.join(', ')} and ${names.length - fitting.length} more`;
}
