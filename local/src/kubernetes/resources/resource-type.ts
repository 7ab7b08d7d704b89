import type { StructuralSchema } from '@aicp/crds/kit/structural';
import type { PrinterColumn } from '@aicp/crds/kit/kind';
import type { Json, KubeObject } from '../objects/object.ts';
import type { NameCheck } from '../objects/names.ts';
import type { FieldError, ResourceNames } from '../objects/status.ts';

export type Verb =
  'get' | 'list' | 'watch' | 'create' | 'update' | 'patch' | 'delete' | 'deletecollection';

export const ALL_VERBS: readonly Verb[] = [
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
];

/** A column of `kubectl get`, with the cell that an object has in it. */
export interface TableColumn extends Omit<PrinterColumn, 'jsonPath' | 'type'> {
  readonly type: string;
  readonly format?: string;
  cell(object: KubeObject, nowMs: number): Json;
}

/** Everything the server must know about one resource of one API version. */
export interface ResourceType extends ResourceNames {
  readonly version: string;
  readonly singular: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly namespaced: boolean;
  readonly verbs: readonly Verb[];
  /** The whole object. */
  readonly schema: StructuralSchema;
  /** Made from a kind of ours: error wording and patch types of custom resources. */
  readonly custom: boolean;
  readonly statusSubresource: boolean;
  /** `metadata.generation` counts spec changes. */
  readonly counted: boolean;
  /** A PUT need not carry a resourceVersion. */
  readonly unconditionalUpdate: boolean;
  /** A PUT may create. */
  readonly createOnUpdate: boolean;
  readonly columns: readonly TableColumn[];
  /** Fields that a field selector may name, beyond metadata.name and metadata.namespace. */
  readonly selectable: Readonly<Record<string, (object: KubeObject) => string>>;
  /** Where its objects are stored; two resources may share a place. */
  readonly storage: string;
  /** How a stored object reads in this version, and back, where they differ. */
  readonly view?: {
    fromStored(object: KubeObject): KubeObject;
    toStored(object: KubeObject): KubeObject;
  };
  /** Fields that are always there in the reference implementation's types, which shows in who owns them. */
  readonly alwaysPresent: readonly string[];
  readonly nameErrors: NameCheck;
  /** Brings a request's object into the form that is stored, in place. `old` is absent on creation. */
  prepare(object: KubeObject, old: KubeObject | undefined): void;
  /** Checks beyond the schema. `structural` is what the schema found. */
  check(
    object: KubeObject,
    old: KubeObject | undefined,
    structural: readonly FieldError[],
  ): FieldError[];
}

/** `aicp.dev/v1alpha1`, or `v1` for the core group. */
export const apiVersionOf = (type: { group: string; version: string }): string =>
  type.group ? `${type.group}/${type.version}` : type.version;
