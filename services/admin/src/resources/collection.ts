import type { KindDefinition } from '@aicp/crds/kit/kind';
import type { Resource as PermissionResource, Scope } from '../access/permissions.ts';
import type { Principal } from '../access/principal.ts';
import type { JsonSchema } from '../http/documented.ts';
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
  readonly of: (object: StoredObject) => Readonly<Record<string, unknown>>;
}

/** One collection of the API: all that is not the same for every kind. The five endpoints follow from it. */
export interface Collection {
  readonly kind: KindDefinition;
  /** Below `/api/v1`: `model-access/tiers`. */
  readonly path: string;
  /** Further paths of the same collection. */
  readonly otherPaths?: readonly string[];
  /** Tenants read the platform's objects too, since these act on their requests. Without it, they see their own alone. */
  readonly isShared?: true;
  readonly permission: PermissionResource;
  /** Heading in the documentation, and what one is called there: `Access tiers`, `access tier`. */
  readonly tag: string;
  readonly noun: string;
  /** Of the audit log, where it is not the kind's feature in snake_case. */
  readonly auditName?: string;
  /** Wire names that a creation must have, beyond those that the kind requires. */
  readonly required?: readonly string[];
  /** Spec fields that this collection neither takes nor answers. */
  readonly hidden?: readonly string[];
  /** Spec fields that are answered, and changed by verbs alone. */
  readonly fixed?: readonly string[];
  /** Other wire names that are taken for a field: `primary_model` → `source_model`. */
  readonly synonyms?: Readonly<Record<string, string>>;
  /** Wire names of fields that lists can be narrowed by, beyond the kind's selectable ones. */
  readonly filters?: readonly string[];
  /** Spec field that metadata.name is made from where there is no slug, before the name. */
  readonly nameFrom?: string;
  /** metadata.name before it is made unique, where it is more than a slug. */
  readonly makeName?: (spec: Spec) => string | undefined;
  /** The organization that an object belongs to; without it, the one that `organizationId` names. */
  readonly organizationOf?: (object: StoredObject) => string | undefined;
  /** The team that an object belongs to; without it, the one that `teamId` names. */
  readonly teamOf?: (object: StoredObject) => string | undefined;
  /** Whether an object is somebody's own, for permissions that reach no further. */
  readonly isOwn?: (object: StoredObject, principal: Principal) => boolean;
  /** What a principal may see beyond what his scope says. */
  readonly isVisible?: (object: StoredObject, principal: Principal) => boolean;
  /** What a reader is shown of a spec, where that is not all of it. */
  readonly shownTo?: (object: StoredObject, principal: Principal) => Spec;
  /** Wire names of the only fields that a reader is answered, and may filter and sort by; undefined: all of them. */
  readonly answeredTo?: (principal: Principal) => readonly string[] | undefined;
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
  /** Throws a Problem where the writer may not write this. */
  readonly authorize?: (proposal: Proposal) => void;
  /** Throws a Problem where the object may not go. */
  readonly beforeRemoval?: (object: StoredObject) => void;
  readonly additions?: Additions;
  /** Body of a creation, for the documentation. */
  readonly example: JsonSchema;
  /** Routes that are written by hand: the generic ones of these names are not made. */
  readonly without?: readonly ('list' | 'create' | 'get' | 'update' | 'delete')[];
}

/** What the audit log calls the objects of a collection. */
export const auditNameOf = (collection: Collection): string =>
  collection.auditName ?? collection.kind.feature.replaceAll('-', '_');
