import type { JsonSchema } from '@aicp/api-kit/route/documented';
import { toldPrices, type PriceReader } from '@aicp/contracts/prices/told/told-prices';
import { kindNamed } from '@aicp/crds/kinds';
import { model } from '@aicp/crds/model';
import type { Principal } from '@aicp/api-kit/access/principal';
import { collectionOf, type Collection } from '../../resources/collection.ts';
import type { CollectionFacts } from '../../resources/collection-facts.ts';
import { uniqueSlug } from '../../resources/object-name.ts';
import type { ObjectStore } from '../../resources/store.ts';
import type { StoredObject } from '../../resources/stored-object.ts';
import { z } from 'zod';

const { $schema: _, ...told } = z.toJSONSchema(toldPrices) as JsonSchema;

const PRICES: JsonSchema = {
  anyOf: [told, { type: 'null' }],
  description:
    'What it costs now, by the bundled data, the PriceCatalogs that price it, and its own fields. Null where it is in no snapshot yet.',
};

/** Models. Members see those that they may use. */
export const modelCollection = (store: ObjectStore, { prices }: CollectionFacts): Collection =>
  collectionOf(model, {
    makeName: ({ modelId }) => uniqueSlug(String(modelId)),
    isVisible: (object, principal) =>
      principal.role !== 'member' || isUsable(store, object, principal),
    additions: {
      schemas: { effective_prices: PRICES },
      of: ({ metadata }, reader) => ({
        effective_prices: prices.of(metadata.name, reader && readerOf(reader)) ?? null,
      }),
    },
  });

const readerOf = ({ role, organizationId: organization }: Principal): PriceReader => ({
  role,
  organization,
});

/** Whether a key, its team and its organization all allow a model, by its id or an alias. An empty list allows all. */
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
