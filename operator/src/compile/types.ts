import type { OwnerBinding, ParentBinding } from '@aicp/crds/kit/conditions';
import type { Bindings } from '../kinds/ownership/resolve-owners.ts';
import type { AcceptedReason } from '@aicp/crds/reasons/reasons';
import type { SourceObject } from '../kinds/kit/source-object.ts';
import type { Actor } from '../kinds/kit/kind-verdict.ts';
import type { Summary } from '../kinds/kit/operator-kind.ts';
import type { SecretView } from '../kinds/kit/lookup.ts';

/** An object of which the spec was edited. */
export interface Edit {
  readonly before: SourceObject;
  readonly after: SourceObject;
}

/** All that is different from the compilation before. */
export interface Edits {
  readonly objects: readonly Edit[];
  /** By uid: the objects of which something else may be recorded in `bindings`. */
  readonly bound: ReadonlySet<string>;
}

/** Everything that a snapshot is made from. */
export interface CompileInput {
  /** In any order. */
  readonly objects: Iterable<SourceObject>;
  /** What an object was bound to, by its metadata.uid, as the status of the object records it; empty where nothing was recorded. */
  readonly bindings: ReadonlyMap<string, Bindings>;
  readonly secret: (name: string) => SecretView | undefined;
  readonly isTimeZone: (zone: string) => boolean;
  /** The difference to the last compilation of the same compiler; undefined where it is more than edits, or not known. It only saves time. */
  readonly edits?: Edits | undefined;
}

/** A fragment that a replica could not use. */
export interface Rejection {
  readonly generation: number;
  readonly section: string;
  readonly message: string;
}

/** What the snapshots so far say: the last good forms, and what was rejected. */
export interface Previous {
  /** The newest committed fragment of an object in a section; never one of a generation that was rejected. */
  lastGood(section: string, uid: string): unknown;
  /** The newest committed fragments by section, the same maps for as long as they are; undefined where nobody keeps them. */
  readonly committed?: () => ReadonlyMap<string, Fragments>;
  /** By the object's uid. */
  readonly rejected: ReadonlyMap<string, readonly Rejection[]>;
}

export const NOTHING_BEFORE: Previous = { lastGood: () => undefined, rejected: new Map() };

/**
 * How an object stands in the snapshot: in its `current` form (or rightly absent, such as an inactive one), in an older one that was
 * `kept`, `left_out`, or `not_enforced` by any service.
 */
export type InEffect = 'current' | 'kept' | 'left_out' | 'not_enforced';

/** What the status of an object has to say of it, apart from who runs it already. */
export interface Verdict {
  readonly object: SourceObject;
  readonly reason: AcceptedReason;
  readonly message: string;
  readonly inEffect: InEffect;
  /** The binding to an organization that its status has to record; undefined where it is bound to none. */
  readonly owner?: OwnerBinding | undefined;
  /** Of a key that a key made: the binding to that, which its status has to record too. */
  readonly parent?: ParentBinding | undefined;
  /** What a replica said that rejected this very generation. */
  readonly rejection?: string;
  /** Why no service acts on it. */
  readonly notEnforced?: string;
  /** Who acts on it beside the services that act on its kind. */
  readonly actor?: Actor;
  /** On which of its fields no service acts, though services act on the rest. */
  readonly unenforced?: string | undefined;
  /** The condition by which its kind says what is remarkable of it. */
  readonly remarked?: RemarkedCondition | undefined;
  /** Words for lists, of kinds that have some. */
  readonly summary?: Summary | undefined;
  /** By section that may hold it: the exact text of its fragment, undefined where it is to be absent. */
  readonly desired: ReadonlyMap<string, string | undefined>;
}

/** A condition beside those that every object has. */
export interface RemarkedCondition {
  readonly type: string;
  readonly holds: boolean;
  readonly reason: string;
  readonly message: string;
}

/** A fragment as it stands in a section. */
export interface Fragment {
  readonly value: object;
  /** Of the object that it was made from. */
  readonly generation: number;
  /** Its exact bytes. */
  readonly text: string;
}

/** The fragments of a section by the uid of their object. */
export type Fragments = ReadonlyMap<string, Fragment>;

export interface Compiled {
  /** The bytes of each section: canonical JSON, an array of fragments. */
  readonly sections: Readonly<Record<string, string>>;
  /** The same once more, by object. */
  readonly fragments: ReadonlyMap<string, Fragments>;
  /** Objects whose absence may leave something open, as `Kind/name`. */
  readonly degraded: readonly string[];
  /** By uid. */
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Where only objects were edited: the verdicts of the compilation before, and those that are others now. All objects are in the same order. */
  readonly since?: {
    readonly before: ReadonlyMap<string, Verdict>;
    readonly changed: readonly Verdict[];
  };
}

/** Makes snapshots. The same input gives the same bytes. */
export type Compile = (input: CompileInput, previous: Previous) => Compiled;
