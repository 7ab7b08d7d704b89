import { kindNamed } from '@aicp/crds/kinds';
import { model } from '@aicp/crds/model';
import type { Principal } from '../access/principal.ts';
import type { Collection } from '../resources/collection.ts';
import { uniqueSlug } from '../resources/object-name.ts';
import type { ObjectStore } from '../resources/store.ts';
import type { StoredObject } from '../resources/stored-object.ts';

/** Models. A member sees those that he may use. */
export const models = (store: ObjectStore): Collection => ({
  kind: model,
  path: 'models',
  permission: 'models',
  isShared: true,
  ...{ tag: 'Models', noun: 'model' },
  makeName: ({ modelId }) => uniqueSlug(String(modelId)),
  isVisible: (object, principal) =>
    principal.role !== 'member' || isUsable(store, object, principal),
  filters: ['tier', 'mode'],
  example: {
    id: 'gpt-4o',
    provider: 'openai',
    context_window: 128_000,
    input_price_per_million: 2.5,
    output_price_per_million: 10,
    tier: 'premium',
  },
});

/** Whether his key, its team and its organization all allow a model, by its id or an alias. An empty list allows all. */
function isUsable(store: ObjectStore, { spec }: StoredObject, principal: Principal): boolean {
  const { keyName, teamIds, organizationId } = principal;
  const holders = [
    keyName === undefined ? undefined : store.find(kindNamed('APIKey'), keyName),
    ...teamIds.map((team) => store.find(kindNamed('Team'), team)),
    organizationId === undefined
      ? undefined
      : store.find(kindNamed('Organization'), organizationId),
  ];
  const names = [spec['modelId'], ...textsIn(spec['aliases'])] as readonly string[];
  return holders.every((holder) => allowsAny(textsIn(holder?.spec['allowedModels']), names));
}

const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? (value as readonly string[]) : [];

const allowsAny = (allowed: readonly string[], names: readonly string[]): boolean =>
  allowed.length === 0 ||
  allowed.some((entry) =>
    entry.endsWith('*')
      ? names.some((name) => name.startsWith(entry.slice(0, -1)))
      : names.includes(entry),
  );
