import { withoutOwner } from '../kinds/kit/owner.ts';
import { OwnersMemory } from '../kinds/ownership/resolve-owners.ts';
import { operatorKinds } from '../kinds/operator-kinds.ts';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { Lookup } from '../kinds/kit/lookup.ts';
import type { KindVerdict } from '../kinds/kit/kind-verdict.ts';
import type { FragmentsOf, OperatorKind, Remembered } from '../kinds/kit/operator-kind.ts';
import { areIdentical, areSame, isSame } from '../memory/is-same.ts';
import { Memo } from '../memory/memo.ts';
import { withText, type DecidedObject } from './fragment-text.ts';
import { readSpec, type Reading } from './read-spec.ts';
import { Changes } from './changes.ts';
import type { Entry } from './entry.ts';
import type { NamesInput } from './name-scope.ts';
import { claimNames, type Names } from './names.ts';
import { SectionsMemory, type Sections } from './sections.ts';
import type { CompileInput, Previous, Verdict } from './types.ts';
import { FRAGMENT_VIEWS, type ObjectViews } from './views.ts';

/** Who has which name, and the older forms that were asked for meanwhile. */
interface Claimed {
  readonly names: Names;
  readonly kept: readonly { readonly reading: Reading; readonly form: object | undefined }[];
}

type NamesOptions = Omit<NamesInput, 'lookup'> & { readonly seen: ObjectViews };

/** What a kind had to say of its objects, and the fragments that it was said of. */
interface Remarks {
  readonly of: readonly object[];
  readonly remarks: ReadonlyMap<string, string>;
}

/**
 * Remembers what was made of objects, for as long as they are the same and what they refer to gives the same answers. It only saves time:
 * without it, the compiler says the same.
 */
export class CompileMemory {
  /** Counters for tests: how many specs were read, decided and reported. */
  readonly work = { read: 0, decided: 0, reported: 0 };
  readonly changes = new Changes();
  readonly owners = new OwnersMemory();
  readonly decisions = new Memo<Reading, Lookup, DecidedObject>((reading, lookup) => {
    this.work.decided += 1;
    return decide(reading, lookup);
  });
  /** Whether an object has a fragment, before anything is known of what other objects show. */
  readonly firstDecisions = new Memo<Reading, Lookup, { readonly hasFragment: boolean }>(
    (reading, lookup) => ({ hasFragment: verdictOf(reading, lookup).fragments.length > 0 }),
  );
  private viewsOfFragments: readonly unknown[] = [];
  private claimed: Claimed | undefined;
  private readonly sectionsMemory = new SectionsMemory();
  private readonly verdicts = new WeakMap<
    Reading,
    { said: readonly unknown[]; verdict: Verdict }
  >();
  private readonly remarksByKind = new Map<OperatorKind, Remarks>();
  private readonly readings = new WeakMap<SourceObject, { reading: Reading | undefined }>();
  private readonly made = new WeakMap<object, unknown>();

  /** Begins a compilation: gives what is read of the objects, oldest first. */
  begin(input: CompileInput, previous: Previous): readonly Reading[] {
    const objects = this.changes.sort(input.objects);
    this.changes.compare(input, previous);
    this.firstDecisions.begin(this.changes.questions(['owner']));
    return objects.flatMap((object) => this.read(object) ?? []);
  }

  /** What is read of an object; undefined of a kind that nothing is made of. */
  read(object: SourceObject): Reading | undefined {
    let known = this.readings.get(object);
    if (!known) {
      this.work.read += 1;
      known = { reading: readSpec(object) };
      this.readings.set(object, known);
    }
    return known.reading;
  }

  /** Who has which name: as the last time, unless something that it depends on may have changed. Begins deciding on objects. */
  names({ seen, ...input }: NamesOptions): Names {
    const views = seen.ofFragments.flatMap(([kind, known]) => [kind, ...known]);
    const hasOtherViews = !isSame(views, this.viewsOfFragments);
    this.viewsOfFragments = views;
    const known = this.claimed;
    const isKept = known?.kept.every(({ reading, form }) => isSame(input.lastGood(reading), form));
    const isKnown = isKept === true && !hasOtherViews && !this.changes.mayMoveNames;
    const { names } = known && isKnown ? known : this.claim({ ...input, lookup: seen.views });
    const questions = isKnown
      ? []
      : [...FRAGMENT_VIEWS.map((kind) => `view of ${kind}`), ...Object.keys(names)];
    this.decisions.begin(this.changes.questions(questions));
    return names;
  }

  /** The sections that these entries make up. */
  sections(entries: readonly Entry[]): Sections {
    return this.sectionsMemory.make(entries);
  }

  /** The sections of all entries, of which these have been edited and have fragments in the same sections as before. */
  editedSections(edited: readonly Entry[]): Sections {
    return this.sectionsMemory.edit(edited);
  }

  /** By uid: what kinds have to say of their objects when all are known. */
  remarks(entries: readonly Entry[]): ReadonlyMap<string, string> {
    const others = fragmentsBySection(entries);
    const byKind = Map.groupBy(
      entries.filter(({ reading }) => reading.kind.remarks),
      ({ reading }) => reading.kind,
    );
    return new Map([...byKind].flatMap(([kind, own]) => [...this.remarksOf(kind, own, others)]));
  }

  private remarksOf(
    kind: OperatorKind,
    own: readonly Entry[],
    others: FragmentsOf,
  ): ReadonlyMap<string, string> {
    const known = this.remarksByKind.get(kind);
    const fragments = own.flatMap((entry) => entry.fragments);
    const from = (kind.remarksFrom ?? []).flatMap((section) => others(section));
    const of = [...fragments.map(({ fragment }) => fragment), ...from];
    if (known && areIdentical(known.of, of)) return known.remarks;
    const remarks = kind.remarks?.(fragments, this.remembered, others) ?? new Map<string, string>();
    this.remarksByKind.set(kind, { of, remarks });
    return remarks;
  }

  /** What is to be said of an object: the same verdict as before where it says the same. */
  verdict(entry: Entry, remarks: ReadonlyMap<string, string>): Verdict {
    const remark = remarks.get(entry.object.uid);
    const said = entry.said(remark);
    const known = this.verdicts.get(entry.reading);
    if (known && areSame(known.said, said)) return known.verdict;
    this.work.reported += 1;
    const verdict = entry.verdict(remark);
    this.verdicts.set(entry.reading, { said, verdict });
    return verdict;
  }

  private claim(input: NamesInput): Claimed {
    const kept: { reading: Reading; form: object | undefined }[] = [];
    const lastGood = (reading: Reading): object | undefined => {
      const form = input.lastGood(reading);
      kept.push({ reading, form });
      return form;
    };
    this.claimed = { names: claimNames({ ...input, lastGood }), kept };
    return this.claimed;
  }

  /** What was made of a fragment, by reference. */
  private readonly remembered: Remembered = <T>(fragment: object, make: () => T): T => {
    const known = this.made.get(fragment);
    if (known !== undefined) return known as T;
    const made = make();
    this.made.set(fragment, made);
    return made;
  };
}

function decide(reading: Reading, lookup: Lookup): DecidedObject {
  const verdict = verdictOf(reading, lookup);
  const fragments = verdict.fragments.map((fragment) => withText(reading.kind, fragment));
  return { verdict, fragments };
}

function verdictOf({ object, kind, spec }: Reading, lookup: Lookup): KindVerdict {
  const gathered = kind.gather(spec, lookup, object);
  const problem = kind.saysOwner === true ? undefined : lookup.owner(object.uid)?.problem;
  return withoutOwner(kind.decide(object, spec, gathered), problem);
}

/** Sections that remarks on objects of other kinds are made from. */
export const REMARKED_SECTIONS: ReadonlySet<string> = new Set(
  [...operatorKinds.values()].flatMap(({ remarksFrom = [] }) => remarksFrom),
);

/** Looks the fragments up once, when somebody asks. */
function fragmentsBySection(entries: readonly Entry[]): FragmentsOf {
  let sections: Map<string, object[]> | undefined;
  const find = (): Map<string, object[]> => {
    const found = new Map([...REMARKED_SECTIONS].map((name) => [name, [] as object[]]));
    for (const entry of entries) {
      for (const { section, fragment } of entry.fragments) found.get(section)?.push(fragment);
    }
    return found;
  };
  return (section) => (sections ??= find()).get(section) ?? [];
}
