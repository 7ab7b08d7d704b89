import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { KindVerdict, SectionFragment } from './kind-verdict.ts';
import type { Lookup, Views } from './lookup.ts';
import type { NamedKind } from './named-kind.ts';
import type { Owner } from './owner.ts';
import type { SourceObject } from './source-object.ts';

/** What the operator makes of the objects of one kind. The compiler knows of a kind what is declared here, and no kind by its name. */
export interface OperatorKind<Spec = unknown, Gathered = unknown, Fragment = object> {
  readonly definition: KindDefinition;
  /** Sections that an object may have a fragment in. */
  sections(object: SourceObject): readonly string[];
  /** Everything that the verdict on an object depends on, beside the object itself. */
  gather(spec: Spec, lookup: Lookup, object: SourceObject): Gathered;
  decide(object: SourceObject, spec: Spec, gathered: Gathered): KindVerdict;
  /** The section whose last good fragment stays in use when the object turns invalid; none for what must never outlive its object. */
  readonly keptIn?: string;
  /** What of its last good form may be in use today; without this, the very fragment. */
  keep?(fragment: Fragment, from: KeepFrom): readonly SectionFragment[];
  /** It decides itself what becomes of an object without an owner; of other kinds, such an object is left out. */
  readonly saysOwner?: boolean;
  /** An object may name the object of this kind that made it, and is bound to that. */
  readonly hasMaker?: boolean;
  /** How clients name its objects as `model`. */
  readonly names?: NamedKind<Spec, Fragment>;
  /** What a fragment claims to be the only one to have, or a share of, beside names of models. */
  claims?(fragment: SectionFragment): readonly Claim[];
  /** Whether a spec that cannot be read may have been meant to stop something, so that leaving it out would allow what it forbids. */
  mayGuard?(spec: Readonly<Record<string, unknown>>): boolean;
  /** What others see of its objects beside that they exist. */
  readonly view?: ViewedKind<Spec>;
  /** Kinds whose objects its specs name by `metadata.name` where no field of its schema declares that. */
  readonly refersTo?: readonly string[];
  /** What is worth knowing of objects when all of the kind are known, by metadata.uid. */
  readonly remarks?: (
    fragments: readonly SectionFragment[],
    remembered: Remembered,
    fragmentsOf: FragmentsOf,
  ) => ReadonlyMap<string, string>;
  /** The condition that a remark is said by; absent: by Accepted. */
  readonly remarkCondition?: RemarkCondition;
  /** Sections of other kinds that the remarks are made from as well. */
  readonly remarksFrom?: readonly string[];
  /**
   * What stands in for an object that cannot be read, where no last good form of it is left: as much of what it forbids as can be told. The snapshot is marked as
   * degraded all the same.
   */
  standIn?(object: SourceObject): readonly SectionFragment[];
  /** Words for lists. */
  summarize?(spec: Spec): Summary;
}

/** What the last good form of an object is looked at with. */
export interface KeepFrom {
  readonly object: SourceObject;
  /** Whether a model or a group of this id is served. */
  readonly exists: (id: string) => boolean;
  readonly lookup: Views & Pick<Lookup, 'platformModel' | 'secret'>;
  /** What a replica said of a fragment of the present form, and the section of that. */
  readonly rejection: { readonly section: string; readonly message: string } | undefined;
}

export interface ViewedKind<Spec = unknown> {
  /** It says whether the object has a fragment; else it follows from the object and its owner alone. */
  readonly isOfFragment?: boolean;
  /** Of several objects with the same key, others see all, oldest first, but those whose view is undefined. */
  readonly isList?: true;
  /** What others know the object by; undefined where they cannot see it. Of several with the same key, the oldest counts, unless it is a list. */
  keyOf(object: SourceObject, spec: Spec | undefined): string | undefined;
  of(seen: Seen<Spec>): unknown;
}

/** An object as the view of its kind is made of it. */
export interface Seen<Spec> {
  readonly object: SourceObject;
  /** Undefined where it cannot be read. */
  readonly spec: Spec | undefined;
  readonly owner: Owner | undefined;
  /** Whether the present form has a fragment, which no replica rejected. Nothing of other objects' views is known when it is asked. */
  readonly isUsable: () => boolean;
  /** The last good fragment, which may stand in for the present form. */
  readonly lastGood: () => object | undefined;
}

/** What was made of a fragment before, by reference; else it is made now. Of a fragment, one kind remembers one thing. */
export type Remembered = <T>(fragment: object, make: () => T) => T;

/** All fragments of a section that `remarksFrom` names, oldest object first. */
export type FragmentsOf = (section: string) => readonly object[];

/** Declares a kind; its spec, its fragment and what it gathers are its own affair from then on. */
export const operatorKind = <Spec, Gathered, Fragment extends object = object>(
  declared: OperatorKind<Spec, Gathered, Fragment>,
): OperatorKind => declared;

/** A condition that is False with the remark on an object, and True where there is none. Objects of which nothing is in the snapshot have none. */
export interface RemarkCondition {
  readonly type: string;
  readonly reason: string;
  /** What is said where there is no remark. */
  readonly unless: { readonly reason: string; readonly message: string };
}

/** Something that one object may have; or several, if they want the same outcome of it, or no more than there is of it. */
export interface Claim {
  readonly key: string;
  /** What is contested, as the start of a sentence about the loser. */
  readonly what: string;
  /** What the loser may do. */
  readonly remedy: string;
  /** Holders that want the same do not conflict. Absent: nobody else may hold it. */
  readonly outcome?: string;
  /** How much of it is wanted, of how much there is, in whole numbers: as long as something is left, others may have it. */
  readonly share?: { readonly amount: number; readonly of: number };
  /** Whose object makes the claim; absent: the platform's. Nobody is told of an object of another's. */
  readonly organization?: string | undefined;
}

/** Words for lists, which the status of an object holds beside its conditions. */
export interface Summary {
  /** What it does. */
  readonly summary?: string | undefined;
  /** Which requests it acts on. */
  readonly when?: string | undefined;
}
