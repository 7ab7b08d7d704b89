/** A name says no more than so many others. */
const MOST = 3;
/** Names that have less in common are not meant. */
const LEAST_ALIKE = 0.3;

/** The names that are most like one that there is not, the nearest first: those that share most pairs of letters with it (Dice's coefficient). */
export function nearestNames(name: string, names: readonly string[]): readonly string[] {
  const wanted = pairsOf(name);
  return names
    .map((other) => ({ other, alike: likeness(wanted, pairsOf(other)) }))
    .filter(({ alike }) => alike >= LEAST_ALIKE)
    .sort((one, another) => another.alike - one.alike)
    .slice(0, MOST)
    .map(({ other }) => other);
}

function pairsOf(name: string): ReadonlySet<string> {
  const text = ` ${name.toLowerCase()} `;
  const pairs = new Set<string>();
  for (let at = 0; at + 2 <= text.length; at += 1) pairs.add(text.slice(at, at + 2));
  return pairs;
}

function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let shared = 0;
  for (const pair of one) if (other.has(pair)) shared += 1;
  return (2 * shared) / (one.size + other.size);
}
