import { kindNamed } from '@aicp/crds/kinds';
import { API_VERSION } from '@aicp/crds/kit/kind';
import { namesAt } from '@aicp/crds/kit/references';
import type { Source } from '../source/source.ts';
import type { Note, Part } from '../source/part.ts';
import { Names, objectNameOf } from './names.ts';
import { holdsSecret, secretsIn } from './secrets.ts';

type Spec = Readonly<Record<string, unknown>>;

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

interface Draft {
  readonly kind: string;
  readonly name: string;
  readonly spec: Spec;
  readonly from: Part;
}

/** A Secret that is needed, and the key in it. */
export interface NeededSecret {
  readonly name: string;
  readonly key: string;
  /** The option of `kubectl create secret generic NAME` that fills it. */
  readonly by: string;
}

/** The objects that are made, one after the other. */
export class Plan {
  private readonly drafts: Draft[] = [];
  private readonly names = new Map<string, Names>();
  private readonly needed = new Map<string, string>();

  /** Adds an object, and returns its name: the first candidate that no other object of the kind has. */
  add(
    kind: string,
    { names, spec, from }: { names: readonly string[]; spec: Spec; from: Part },
  ): string {
    const taken = this.names.get(kind) ?? new Names();
    this.names.set(kind, taken);
    const otherwise = kind.toLowerCase();
    const name = taken.take(...names.map((one) => objectNameOf(one, otherwise)));
    this.drafts.push({ kind, name, spec: withoutAbsent(spec), from });
    return name;
  }

  /** Whether a kind takes a spec; where it does not, that is said. */
  fits(kind: string, spec: Spec, from: Part): boolean {
    return isTaken({ kind, name: '', spec: withoutAbsent(spec), from });
  }

  /** A reference to a Secret that is to be made by hand, which is said once. */
  secret({ name, key, by }: NeededSecret, from: Part): { name: string; key: string } {
    if (this.needed.get(name) !== by) {
      this.needed.set(name, by);
      from.todo(`make the Secret: kubectl create secret generic ${name} ${by}`);
    }
    return { name, key };
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

/** Leaves out what names a Provider or a Model that is not made, and then what names that. */
function withoutDangling(drafts: readonly Draft[]): readonly Draft[] {
  const known = namesOf(drafts);
  const kept = drafts.filter((draft) => {
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
