import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { namesAt } from '@aicp/crds/kit/references';
import type { Source } from '../source/source.ts';
import type { Note, Part } from '../source/part.ts';
import type { Draft, Spec } from './draft.ts';
import { withoutMissingFallbacks } from './fallbacks-made.ts';
import { Names, objectNameOf } from './names.ts';
import { holdsSecret, secretsIn } from './secrets.ts';

/** An object as it is written in YAML. */
export interface MadeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Spec;
}

/** What was made of the files of another gateway. */
export interface Made {
  readonly objects: readonly MadeObject[];
  /** What is not carried over, then what is to be done by hand, each by its line. */
  readonly notes: readonly Note[];
}

/** A Secret that is needed, and the key in it. */
export interface NeededSecret {
  /** What it is called, unless another is called that. */
  readonly name: string;
  readonly key: string;
  /** What tells it from others: the key itself, or what names it. It is compared in memory alone, and never written. */
  readonly holds: string;
  /** What is to be done for it, as far as its name is known. */
  readonly todo: (name: string) => string;
}

/** How a Secret is made, by the option that fills it. */
export const madeBy =
  (option: string) =>
  (name: string): string =>
    `make the Secret: kubectl create secret generic ${name} ${option}`;

/** As long as ids of Models may be. */
const LONGEST_ID = 200;

/** The objects that are made, one after the other. */
export class Plan {
  private readonly drafts: Draft[] = [];
  private readonly names = new Map<string, Names>();
  private readonly secrets = new Map<string, string>();
  private readonly said = new Set<string>();
  private readonly ids = new Names(LONGEST_ID);

  /** Adds an object, and returns its name: the first candidate that no other object of the kind has. */
  add(
    kind: string,
    { names, spec, from }: { names: readonly string[]; spec: Spec; from: Part },
  ): string {
    const otherwise = kind.toLowerCase();
    const name = this.namesOf(kind).take(...names.map((one) => objectNameOf(one, otherwise)));
    this.drafts.push({ kind, name, spec: withoutAbsent(spec), from });
    return name;
  }

  /** An id of a Model or a group that no other of the import has: the one that is wanted, or else it with a number. */
  modelId(wanted: string): string {
    return this.ids.take(wanted);
  }

  /** Whether a kind takes a spec; where it does not, that is said. */
  fits(kind: string, spec: Spec, from: Part): boolean {
    return isTaken({ kind, name: '', spec: withoutAbsent(spec), from });
  }

  /** A reference to a Secret that is to be made by hand, which is said once. Two that hold something else never share a name. */
  secret({ name, key, holds, todo }: NeededSecret, from: Part): { name: string; key: string } {
    const own = this.secrets.get(holds) ?? this.namesOf('Secret').take(secretNameOf(name));
    this.secrets.set(holds, own);
    if (!this.said.has(`${own} ${key}`)) from.todo(todo(own));
    this.said.add(`${own} ${key}`);
    return { name: own, key };
  }

  private namesOf(kind: string): Names {
    const names = this.names.get(kind) ?? new Names();
    this.names.set(kind, names);
    return names;
  }

  /** What can be made: each object that its kind takes, that names nothing missing, and that holds no secret. */
  made(
    sources: readonly Source[],
    secretsOf: (document: unknown) => ReadonlySet<string> = secretsIn,
  ): Made {
    const secrets = new Set(sources.flatMap(({ root }) => [...secretsOf(root.value)]));
    const kept = withoutDangling(this.drafts.filter((draft) => isFit(draft, secrets)));
    for (const source of sources) source.nameTheUnread();
    const notes = sources
      .flatMap((source) => source.notes)
      .map((note) => withoutSecret(note, secrets));
    return { objects: kept.map(asObject), notes: sorted(notes) };
  }
}

/** The name of a Secret that is there already stays as it is, and may hold dots. */
const secretNameOf = (text: string): string =>
  /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/.test(text) ? text : objectNameOf(text, 'secret');

function isFit(draft: Draft, secrets: ReadonlySet<string>): boolean {
  if (!isTaken(draft)) return false;
  const { kind, name, spec, from } = draft;
  if (!holdsSecret(JSON.stringify({ name, spec }), secrets)) return true;
  from.lost(`a ${kind} is not made: a secret of the file would stand in it`);
  return false;
}

function isTaken({ kind, name, spec, from }: Draft): boolean {
  const [issue] = kindNamed(kind).spec.safeParse(spec).error?.issues ?? [];
  if (!issue) return true;
  const what = name === '' ? `a ${kind}` : `${kind} ${name}`;
  from.lost(`${what} is not made: ${[...issue.path, issue.message].join(' ')}`);
  return false;
}

/** Leaves out fallbacks that are not made, and what else names a Provider or a Model that is not, and then what names that. */
function withoutDangling(drafts: readonly Draft[]): readonly Draft[] {
  const known = namesOf(drafts);
  const kept = drafts
    .map((draft) => withoutMissingFallbacks(draft, known))
    .filter((draft) => {
      const missing = missingIn(draft, known);
      if (missing === undefined) return true;
      draft.from.lost(`${draft.kind} ${draft.name} is not made: it names ${missing}, which is not`);
      return false;
    });
  return kept.length === drafts.length ? kept : withoutDangling(kept);
}

function missingIn({ kind, spec }: Draft, known: ReadonlySet<string>): string | undefined {
  const references = kindNamed(kind).references.filter(
    ({ to }) => to === 'Provider' || to === 'Model',
  );
  return references
    .flatMap((reference) => namesAt(spec, reference).map((name) => `${reference.to} ${name}`))
    .find((one) => !known.has(one));
}

/** Every name by which a Provider or a Model can be meant. */
function namesOf(drafts: readonly Draft[]): ReadonlySet<string> {
  return new Set(
    drafts.flatMap(({ kind, name, spec }) => {
      if (kind === 'Provider') return [`Provider ${name}`];
      const config = (spec['config'] ?? {}) as Spec;
      const aliases = (spec['aliases'] ?? []) as readonly string[];
      const ids = kind === 'Model' ? [spec['modelId'], ...aliases] : [];
      return [...ids, ...(spec['policyType'] === 'model_group' ? [config['alias']] : [])].map(
        (id) => `Model ${String(id)}`,
      );
    }),
  );
}

const asObject = ({ kind, name, spec }: Draft): MadeObject => ({
  ...{ apiVersion: API_VERSION, kind, metadata: { name }, spec },
});

/** A note that a secret would stand in says only where. */
const withoutSecret = (note: Note, secrets: ReadonlySet<string>): Note =>
  holdsSecret(note.text, secrets) ? { ...note, text: 'something here is not carried over' } : note;

function sorted(notes: readonly Note[]): readonly Note[] {
  const each = new Map(notes.map((note) => [`${note.line} ${note.text}`, note]));
  return [...each.values()].sort((a, b) => a.kind.localeCompare(b.kind) || a.line - b.line);
}

function withoutAbsent(spec: Spec): Spec {
  return Object.fromEntries(Object.entries(spec).filter(([, value]) => value !== undefined));
}
