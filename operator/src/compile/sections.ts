import type { Source } from '@aicp/contracts/snapshot/sections/kit/section';
import { OPERATOR_SECTIONS, SECTIONS } from '@aicp/contracts/snapshot/sections';
import { compareText, labelOf } from '../kinds/kit/source-object.ts';
import { areIdentical } from '../memory/is-same.ts';
import type { Entry } from './entry.ts';
import { sectionBytes, type FragmentText } from './fragment-text.ts';
import type { Fragment, Fragments } from './types.ts';

const TAKEN = Object.values(SECTIONS).flatMap((names) => Object.keys(names));
const ALL_SECTIONS = [...new Set([...TAKEN, ...OPERATOR_SECTIONS])];

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
    for (const name of ALL_SECTIONS) {
      this.section(name, contents.get(name) ?? { uids: [], parts: [] });
    }
    return this.all();
  }

  /** What `make` would give of all entries. These have been edited since, and have fragments in the same sections as before. */
  edit(edited: readonly Entry[]): Sections {
    const contents = new Map<string, Contents>();
    for (const { object, fragments } of edited) {
      for (const one of fragments) {
        const own = contents.get(one.section) ?? this.copy(one.section);
        own.parts[own.uids.indexOf(object.uid)] = one;
        contents.set(one.section, own);
      }
    }
    for (const [name, own] of contents) this.section(name, own);
    return this.all();
  }

  private copy(name: string): Contents {
    const { uids = [], parts = [] } = this.known.get(name)?.contents ?? {};
    return { uids, parts: [...parts] };
  }

  private all(): Sections {
    const known = [...this.known];
    return {
      sections: Object.fromEntries(known.map(([name, { bytes }]) => [name, bytes])),
      fragments: new Map(known.map(([name, { fragments }]) => [name, fragments])),
    };
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
