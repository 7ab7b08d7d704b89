import { lastWritten } from '@aicp/common/kubernetes/objects';
import { ownerOf } from '@aicp/common/kubernetes/ownership';
import { sortableDecimal, specToWire } from '@aicp/crds/kit/wire-values';
import { wireName } from '@aicp/crds/kit/wire-name';
import { helpOf } from '@aicp/crds/reasons/help-of';
import type { Principal } from '@aicp/api-kit/access/principal';
import { withoutSecrets } from '@aicp/api-kit/audit/without-secrets';
import { onlyAnswered } from './answered-fields.ts';
import type { Collection, Spec } from './collection.ts';
import { idOf } from './identity.ts';
import { isWriterOf, keepsConditions, organizationOf } from './rights.ts';
import { withoutForeignSpend } from './spend-readers.ts';
import type { StoredObject } from './stored-object.ts';
import { versionOf } from './version.ts';

/** Objects as the API answers them to somebody, with what takes asking. */
export async function toAnswers(
  collection: Collection,
  objects: readonly StoredObject[],
  reader: Principal,
): Promise<Record<string, unknown>[]> {
  const asked = (await collection.additions?.asked?.(objects)) ?? [];
  return objects.map((object, index) => toAnswer(collection, object, reader, asked[index]));
}

/** An object as the API answers it to somebody: only who may write it reads the values that may hold secrets. */
export function toAnswer(
  collection: Collection,
  object: StoredObject,
  reader: Principal,
  asked: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  const { kind, additions } = collection;
  const spec = readableSpec(collection, object, reader);
  const answer = onlyAnswered(collection, reader, {
    ...commonFields(collection, object),
    ...nameOf(collection, object),
    ...specToWire(kind, withOrganization(collection, object, spec)),
    ...additions?.of(object, reader),
    ...asked,
    ...withoutForeignSpend(collection, object, { conditions: conditionsOf(object), reader }),
    ...(keepsConditions(collection, object, reader) ? NO_CONDITIONS : {}),
    id: idOf(kind, object),
  });
  return withHelp(answer);
}

/** Of a spec, what its reader may read; values that may hold secrets are masked for whoever may not write it. */
function readableSpec(collection: Collection, object: StoredObject, reader: Principal): Spec {
  const { hidden = [], shownTo } = collection;
  const shown = shownTo?.of(object, reader) ?? object.spec;
  const readable = isWriterOf(collection, object, reader) ? shown : withoutSecrets(shown);
  return Object.fromEntries(Object.entries(readable).filter(([field]) => !hidden.includes(field)));
}

/** The same without the fields that answers keep from some readers. */
export function shownSpec(collection: Collection, object: StoredObject, reader: Principal): Spec {
  const spec = Object.entries(readableSpec(collection, object, reader));
  const named = spec.map(([field]) => [wireName(collection.kind, field), true]);
  const answered = onlyAnswered(
    collection,
    reader,
    Object.fromEntries(named) as Record<string, true>,
  );
  return Object.fromEntries(
    spec.filter(([field]) => Object.hasOwn(answered, wireName(collection.kind, field))),
  );
}

/** The conditions that a reader is told. */
export function answeredConditions(
  collection: Collection,
  object: StoredObject,
  reader: Principal,
): readonly SeenCondition[] {
  if (keepsConditions(collection, object, reader)) return [];
  const conditions = conditionsOf(object);
  const { conditions: told = conditions } = withoutForeignSpend(collection, object, {
    conditions,
    reader,
  });
  return told as readonly SeenCondition[];
}

/** An answer whose conditions say what they mean and what to do. */
function withHelp(answer: Record<string, unknown>): Record<string, unknown> {
  const { conditions } = answer;
  if (!Array.isArray(conditions)) return answer;
  const told = (conditions as readonly SeenCondition[]).map((one) => {
    const help = helpOf(one.type, one.reason);
    return help === undefined ? one : { ...one, help };
  });
  return { ...answer, conditions: told };
}

const NO_CONDITIONS = { conditions: [] };

/** What has no name for people is called by its id. */
function nameOf({ kind, hidden = [] }: Collection, object: StoredObject): { name?: string } {
  const isNamed = kind.structural.spec.properties?.['displayName'] !== undefined;
  const isShown = wireName(kind, 'displayName') === 'name' && !hidden.includes('displayName');
  return isNamed && isShown ? { name: idOf(kind, object) } : {};
}

/** A key that names no organization has that of its team. */
function withOrganization(collection: Collection, object: StoredObject, spec: Spec): Spec {
  if (collection.organizationOf === undefined || spec['organizationId'] !== undefined) return spec;
  const { properties = {} } = collection.kind.structural.spec;
  const organizationId = organizationOf(collection, object);
  const isAnswered = properties['organizationId'] !== undefined && organizationId !== undefined;
  return isAnswered ? { ...spec, organizationId } : spec;
}

/** `"<version>"`. */
export const etagOf = (object: StoredObject): string => `"${versionOf(object)}"`;

function commonFields(collection: Collection, object: StoredObject): Record<string, unknown> {
  const { managedBy, readOnly } = ownerOf(object);
  return {
    id: idOf(collection.kind, object),
    uid: object.metadata.uid ?? '',
    created_at: object.metadata.creationTimestamp ?? null,
    updated_at: lastWritten(object.metadata) ?? null,
    ready: isReady(object),
    conditions: conditionsOf(object),
    managed_by: managedBy === 'system' ? 'api' : managedBy,
    read_only: readOnly,
  };
}

/** Reads one field of an answer, by its wire name; undefined where answers have no such field. Cheaper than the whole answer. `reader`: who is told; undefined where it is only sorted by. */
export function fieldReader(
  collection: Collection,
  name: string,
  reader?: Principal,
): ((object: StoredObject) => unknown) | undefined {
  const { kind, hidden = [], additions } = collection;
  const properties = kind.structural.spec.properties ?? {};
  const field = Object.keys(properties).find((one) => wireName(kind, one) === name);
  if (name === 'id') return (object) => idOf(kind, object);
  if (field !== undefined && !hidden.includes(field)) {
    const isDecimal = properties[field]?.['x-kubernetes-int-or-string'] === true;
    return (object) => {
      const value = withOrganization(collection, object, object.spec)[field] as
        number | string | undefined;
      if (value === undefined)
        return additions?.of(object, reader)[name] ?? nameless(collection, name, object);
      return isDecimal ? sortableDecimal(value) : value;
    };
  }
  if (additions && Object.hasOwn(additions.schemas, name))
    return (object) => additions.of(object, reader)[name];
  return Object.hasOwn(COMMON_READERS, name) ? COMMON_READERS[name] : undefined;
}

const nameless = (collection: Collection, name: string, object: StoredObject): unknown =>
  name === 'name' ? nameOf(collection, object).name : undefined;

const COMMON_READERS: Readonly<Record<string, (object: StoredObject) => unknown>> = {
  uid: ({ metadata }) => metadata.uid,
  created_at: ({ metadata }) => metadata.creationTimestamp,
  updated_at: ({ metadata }) => lastWritten(metadata),
  ready: (object) => isReady(object),
  managed_by: (object) => ownerOf(object).managedBy,
  read_only: (object) => ownerOf(object).readOnly,
};

/** Fields that every answer has. */
export const COMMON_NAMES: readonly string[] = [
  ...['id', 'uid', 'created_at', 'updated_at', 'ready', 'conditions', 'managed_by', 'read_only'],
];

interface SeenCondition {
  readonly type: string;
  readonly status: string;
  readonly reason: string;
}

/** What the operator wrote; only it may, and its schema was checked. */
const conditionsOf = (object: StoredObject): readonly SeenCondition[] =>
  (object.status?.['conditions'] ?? []) as readonly SeenCondition[];

const isReady = (object: StoredObject): boolean =>
  conditionsOf(object).some(({ type, status }) => type === 'Ready' && status === 'True');
