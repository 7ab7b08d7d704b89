import { provider } from '@aicp/crds/provider';
import type { StructuralSchema } from '@aicp/crds/kit/structural';
import { snakeCase } from '@aicp/crds/kit/wire-name';
import { scopeOf } from '../../access/permissions.ts';
import { collectionOf, type Collection } from '../../resources/collection.ts';

/** What an organization reads of a provider: who serves its models, and not where or with which credential. */
const OUTWARD = [
  ...['id', 'uid', 'name', 'type', 'is_active', 'created_at', 'updated_at'],
  ...['ready', 'managed_by', 'read_only'],
];

const { health: healthSchema = {} } = provider.structural.status.properties ?? {};

/**
 * Providers. Organizations read what serves their models; conditions are left out, as their messages hold addresses, and so is what each
 * gateway makes of it, which names credentials.
 */
export const providerCollection = (): Collection =>
  collectionOf(provider, {
    outward: {
      fields: OUTWARD,
      isFor: ({ role }) => scopeOf(role, 'providers:read') !== 'all',
    },
    additions: {
      schemas: { health: inSnakeCase(healthSchema) },
      of: ({ status }) => ({ health: healthIn(status) }),
    },
  });

type Fields = Readonly<Record<string, unknown>>;

/** What the operator wrote; only it may, and its schema was checked. */
const healthIn = (status: Fields | undefined): readonly Fields[] =>
  ((status?.['health'] ?? []) as readonly Fields[]).map(withSnakeCase);

const withSnakeCase = <T>(fields: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [snakeCase(name), value]));

/** A list of objects as the API answers it. */
function inSnakeCase({ type, description, maxItems, items }: StructuralSchema): Fields {
  const { properties = {}, required = [] } = items ?? {};
  const fields = withSnakeCase(properties);
  return {
    type,
    maxItems,
    description: `${description ?? ''} Not answered to organizations.`,
    items: { type: 'object', properties: fields, required: required.map(snakeCase) },
  };
}
