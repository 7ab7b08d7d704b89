import { stringify } from 'yaml';
import type { Resource } from '../resources/resource-table.ts';
import type { ApiObject } from './object-definition.ts';

/** What the server adds to an object's own fields. */
const ADDED = new Set([
  ...['id', 'uid', 'created_at', 'updated_at', 'ready', 'conditions', 'managed_by', 'read_only'],
  ...['status', 'created_by'],
]);

/** Values of whose keys people choose the names: they stay as they are. */
const MAPS = new Set(['metadata', 'headers', 'env', 'tags', 'labels']);

const camel = (name: string): string =>
  name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** The API's names, and those of Kubernetes: `max_budget` is `maxBudget`. */
export function toSpec(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      camel(name),
      MAPS.has(name) ? value : camelValue(value),
    ]),
  );
}

function camelValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelValue);
  if (typeof value !== 'object' || value === null) return value;
  return toSpec(value as Record<string, unknown>);
}

/** Fields that an object's owner sets. */
export const ownFields = (object: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(object).filter(
      ([name, value]) => !ADDED.has(name) && value !== null && value !== undefined,
    ),
  );

/** An object, or a draft of one, as a manifest for kubectl. */
export function toManifest(resource: Resource, object: Partial<ApiObject>): string {
  const { name, ...fields } = ownFields(object);
  // Kubernetes has a name of its own.
  const spec = { ...(name === undefined ? {} : { display_name: name }), ...fields };
  return stringify(
    {
      apiVersion: 'aicp.dev/v1alpha1',
      kind: resource.kind,
      metadata: { name: object.id ?? 'example' },
      spec: toSpec(spec),
    },
    { lineWidth: 0 },
  );
}
