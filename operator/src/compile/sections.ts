import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { SECTIONS } from '@aicp/contracts/snapshot/sections';
import { compareText, labelOf } from '../kinds/kit/source-object.ts';
import { areIdentical } from '../memory/is-same.ts';
import type { Entry } from './entry.ts';
import { sectionBytes, type FragmentText } from './fragment-text.ts';
import type { Fragment, Fragments } from './types.ts';

const ALL_SECTIONS = [...new Set(Object.values(SECTIONS).flatMap((names) => Object.keys(names)))];

/** What stands in a section: the fragments, oldest object first, with the objects that they were made from. */
interface Contents {
  readonly uids: string[];
  readonly parts: FragmentText[];
}

/** A section as it was made of these contents. */
interface Made {
  readonly contents: Contents;
  readonly bytes: string;
  readonly fragments: Fragments;
}

/** All sections: their bytes, and what stands in each by the uid of the object that it was made from. */
export interface Sections {
  readonly sections: Readonly<Record<string, string>>;
  readonly fragments: ReadonlyMap<string, Fragments>;
}

/** Makes sections, and makes anew only those in which something else stands than before. */
export class SectionsMemory {
  private readonly known = new Map<string, Made>();

  make(entries: readonly Entry[]): Sections {
    const contents = contentsOf(entries);
    const sections = new Map<string, string>();
    const fragments = new Map<string, Fragments>();
    for (const name of ALL_SECTIONS) {
      const made = this.section(name, contents.get(name) ?? { uids: [], parts: [] });
      sections.set(name, made.bytes);
      fragments.set(name, made.fragments);
    }
    return { sections: Object.fromEntries(sections), fragments };
  }

  private section(name: string, contents: Contents): Made {
    const known = this.known.get(name);
    if (known && areIdentical(known.contents.parts, contents.parts)) return known;
    const made = { contents, bytes: sectionBytes(contents.parts), fragments: byObject(contents) };
    this.known.set(name, made);
    return made;
  }
}

function contentsOf(entries: readonly Entry[]): ReadonlyMap<string, Contents> {
  const sections = new Map<string, Contents>();
  for (const { object, fragments } of entries) {
    for (const one of fragments) {
      let section = sections.get(one.section);
      if (!section) {
        section = { uids: [], parts: [] };
        sections.set(one.section, section);
      }
      section.uids.push(object.uid);
      section.parts.push(one);
    }
  }
  return sections;
}

function byObject({ uids, parts }: Contents): Fragments {
  const fragments = new Map<string, Fragment>();
  parts.forEach(({ fragment, text }, place) => {
    const { generation } = (fragment as { source: Source }).source;
    fragments.set(uids[place] ?? '', { value: fragment, generation, text });
  });
  return fragments;
}

/** The objects whose absence may leave something open. */
export const degradedBy = (entries: readonly Entry[]): string[] =>
  entries
    .filter((entry) => entry.guards)
    .map(({ object }) => labelOf(object))
    .sort(compareText);
