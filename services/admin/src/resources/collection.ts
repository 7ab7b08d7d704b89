import type { KindApi, KindDefinition } from '@aicp/crds/kit/kind';
import type { Scope } from '../access/permissions.ts';
import type { Principal } from '@aicp/api-kit/access/principal';
import type { JsonSchema } from '@aicp/api-kit/route/documented';
import type { StoredObject } from './stored-object.ts';

export type Spec = Readonly<Record<string, unknown>>;

/** A spec that is about to be written, and what stands there now; both hold the words of the spec. */
export interface Proposal {
  readonly principal: Principal;
  /** How far the writer's permission reaches. */
  readonly scope: Scope;
  /** metadata.name. */
  readonly name: string;
  readonly before: StoredObject | undefined;
  readonly spec: Spec;
}

/** Fields of an answer that are not in the spec, and their schemas. */
export interface Additions {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  /** `reader`: who is told; undefined where they are only sorted by. */
  readonly of: (object: StoredObject, reader?: Principal) => Readonly<Record<string, unknown>>;
  /** What takes asking somebody, in the order of the objects: it stands in the place of what `of` says. */
  readonly asked?: (
    objects: readonly StoredObject[],
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>;
}

/** What the API does with the objects of one kind beyond what it does with all. */
export interface CollectionRules {
  /** Spec fields that this collection neither takes nor answers. */
  readonly hidden?: readonly string[];
  /** Spec fields that are answered, and changed by verbs alone. */
  readonly fixed?: readonly string[];
  /** metadata.name before it is made unique, where it is more than a slug. */
  readonly makeName?: (spec: Spec) => string | undefined;
  /** The organization that an object belongs to; without it, the one that `organizationId` names. */
  readonly organizationOf?: (object: StoredObject) => string | undefined;
  /** The team that an object belongs to; without it, the one that `teamId` names. */
  readonly teamOf?: (object: StoredObject) => string | undefined;
  /** Whether an object is somebody's own, for permissions that reach no further. */
  readonly isOwn?: (object: StoredObject, principal: Principal) => boolean;
  /** What a principal may see beyond what the principal's scope says. */
  readonly isVisible?: (object: StoredObject, principal: Principal) => boolean;
  /** What a reader is shown of a spec, where that is not all of it: of all others of its fields than `fields` the reader is shown what stands there. */
  readonly shownTo?: {
    readonly fields: readonly string[];
    readonly of: (object: StoredObject, reader: Principal) => Spec;
  };
  /** Wire names of the only fields that some readers are answered, and may filter and sort by. All others are answered all of them. */
  readonly outward?: {
    readonly fields: readonly string[];
    readonly isFor: (reader: Principal) => boolean;
  };
  /** Wire names of fields that tell what requests of others cost: null for who may not read that usage. */
  readonly spendFields?: readonly string[];
  /** Whether messages of an object's conditions say what only who may write it is to know: all others are answered none. */
  readonly hasPrivateConditions?: (object: StoredObject) => boolean;
  /** Scopes whose holders may create and delete; all where none is said. A write of others is 403. */
  readonly creators?: readonly Scope[];
  /** Scopes whose holders may change objects; all where none is said. */
  readonly editors?: readonly Scope[];
  /** Spec fields that only who creates may set or change. */
  readonly creatorFields?: readonly string[];
  /** Fills in, of the fields that were sent, what follows from others. `current` is the spec that they change. */
  readonly fillIn?: (sent: Spec, current: Spec | undefined) => Spec;
  /** Fills in what follows from the writer. */
  readonly complete?: (spec: Spec, principal: Principal) => Spec;
  /** What else a plain update changes. Throws a Problem where the object may not change so. */
  readonly revise?: (before: StoredObject, spec: Spec, principal: Principal) => Spec;
  /** What is wrong with a secret that is sent instead of the reference at `path` in the spec; undefined: nothing. */
  readonly secretFault?: (path: readonly string[], value: string) => string | undefined;
  /** Throws a Problem where the writer may not write this. */
  readonly authorize?: (proposal: Proposal) => void;
  /** Throws a Problem where the object may not go. */
  readonly beforeRemoval?: (object: StoredObject) => void;
  readonly additions?: Additions;
  /** Routes that are written by hand: the generic ones of these names are not made. */
  readonly without?: readonly ('list' | 'create' | 'get' | 'update' | 'delete')[];
}

/** One collection of the API. The five endpoints follow from it. */
export interface Collection extends KindApi, CollectionRules {
  readonly kind: KindDefinition;
}

/** The collection of a kind. Throws for one that declares none. */
export function collectionOf(kind: KindDefinition, rules: CollectionRules = {}): Collection {
  if (!kind.api) throw new Error(`${kind.kind} declares no collection of the API`);
  return { ...kind.api, kind, ...rules };
}
