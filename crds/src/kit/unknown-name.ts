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

/** Names that people use for one thing, each for the others. */
const ALIKE: readonly (readonly string[])[] = [
  ['name', 'display_name', 'title', 'label'],
  ['id', 'model_id', 'model', 'model_name'],
  ['is_active', 'active', 'enabled'],
  ['base_url', 'url', 'endpoint', 'api_base'],
  ['type', 'kind'],
  ['description', 'notes'],
  ['limit', 'page_size', 'per_page'],
  ['cursor', 'page', 'page_token'],
  ['q', 'search', 'query'],
];

/** From this many letters on, two of a name may be wrong. */
const LONG = 6;

/** The one of `known` that somebody who wrote `name` most likely meant; undefined where none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const near = known
    .map((other) => ({ other, distance: distanceOf(name, other) }))
    .filter(({ other, distance }) => distance <= allowance(name, other))
    .sort((one, another) => one.distance - another.distance);
  return near[0]?.other ?? known.find((other) => areAlike(name, other));
}

const areAlike = (one: string, other: string): boolean =>
  ALIKE.some((group) => group.includes(one) && group.includes(other));

const allowance = (one: string, other: string): number =>
  Math.min(one.length, other.length) < LONG ? 1 : 2;

/** Letters to put in, leave out, change or swap with their neighbour; Infinity where it is more than two at first sight. */
function distanceOf(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return Infinity;
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const same = one[row - 1] === other[column - 1] ? 0 : 1;
      next[column] = Math.min(
        at(rows, row - 1, column) + 1,
        (next[column - 1] ?? Infinity) + 1,
        at(rows, row - 1, column - 1) + same,
        isSwap(one, other, { row, column }) ? at(rows, row - 2, column - 2) + 1 : Infinity,
      );
    }
    rows.push(next);
  }
  return at(rows, one.length, other.length);
}

const at = (rows: readonly (readonly number[])[], row: number, column: number): number =>
  rows[row]?.[column] ?? Infinity;

const isSwap = (one: string, other: string, { row, column }: { row: number; column: number }) =>
  row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
