import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { compareText, labelOf } from '../kinds/source-object.ts';
import type { Entry } from './entry.ts';
import type { PlacedText } from './memory.ts';

const ALL_SECTIONS = [...new Set(Object.values(SECTIONS).flatMap((names) => Object.keys(names)))];

/** Every section's bytes: fragments in the order given, each in canonical JSON, so that the whole is canonical too. */
export function assemble(placed: readonly PlacedText[]): Record<string, string> {
  const texts = new Map<string, string[]>(ALL_SECTIONS.map((name) => [name, []]));
  for (const { section, text } of placed) texts.get(section)?.push(text);
  return Object.fromEntries([...texts].map(([name, parts]) => [name, `[${parts.join(',')}]`]));
}

/** The objects whose absence may leave something open. */
export const degradedBy = (entries: readonly Entry[]): string[] =>
  entries
    .filter((entry) => entry.opens)
    .map(({ object }) => labelOf(object))
    .sort(compareText);
