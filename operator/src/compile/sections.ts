import type { Source } from '@aicp/contracts/snapshot/fragments';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { compareText, labelOf } from '../kinds/source-object.ts';
import type { Entry } from './entry.ts';
import type { PlacedText } from './memory.ts';
import type { Fragment, Fragments } from './types.ts';

const ALL_SECTIONS = [...new Set(Object.values(SECTIONS).flatMap((names) => Object.keys(names)))];

/** Every section's bytes: fragments in the order given, each in canonical JSON, so that the whole is canonical too. */
export function assemble(placed: readonly PlacedText[]): Record<string, string> {
  const texts = new Map<string, string[]>(ALL_SECTIONS.map((name) => [name, []]));
  for (const { section, text } of placed) texts.get(section)?.push(text);
  return Object.fromEntries([...texts].map(([name, parts]) => [name, `[${parts.join(',')}]`]));
}

/** What stands in each section, by the uid of the object it was made from. */
export function byObject(entries: readonly Entry[]): ReadonlyMap<string, Fragments> {
  const sections = new Map(ALL_SECTIONS.map((name) => [name, new Map<string, Fragment>()]));
  for (const { object, placed } of entries) {
    for (const { section, fragment, text } of placed) {
      const { generation } = (fragment as { source: Source }).source;
      sections.get(section)?.set(object.uid, { value: fragment, generation, text });
    }
  }
  return sections;
}

/** The objects whose absence may leave something open. */
export const degradedBy = (entries: readonly Entry[]): string[] =>
  entries
    .filter((entry) => entry.opens)
    .map(({ object }) => labelOf(object))
    .sort(compareText);
