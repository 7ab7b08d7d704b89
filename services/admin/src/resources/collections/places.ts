import { permissionTo } from '../../access/permissions.ts';
import { withArticle } from '@aicp/crds/kit/with-article';
import type { RouteContext } from '@aicp/api-kit/route/route';
import type { Collection, Spec } from '../collection.ts';
import type { StoredObject } from '../stored-object.ts';
import type { CollectionService } from './collection-service.ts';

const ROOT = '/api/v1';

/** Of a collection that stands below an object of another one: `organizations/{id}/business-units`. */
export interface Nesting {
  /** Name of the path parameter of the objects themselves. */
  readonly parameter: string;
  /** The spec field that names the object above. */
  readonly field: string;
  /** metadata.name of the object above, as the caller may see it. */
  readonly above: (context: RouteContext) => Promise<string>;
}

/** One path of a collection. */
export interface Place {
  readonly root: string;
  /** `AccessTiers` and `AccessTier`, for operation ids. */
  readonly many: string;
  readonly one: string;
  /** `an access tier`, for what is said of one. */
  readonly noun: string;
  readonly nesting?: Nesting | undefined;
}

/** The fields that every object of a nested collection has, by who stands above. */
export async function fieldsAbove({ nesting }: Place, context: RouteContext): Promise<Spec> {
  return nesting ? { [nesting.field]: await nesting.above(context) } : {};
}

/** The object that a path names. */
export async function objectAt(
  service: CollectionService,
  place: Place,
  context: RouteContext,
): Promise<StoredObject> {
  const { parameter = 'id' } = place.nesting ?? {};
  const fields = Object.entries(await fieldsAbove(place, context));
  const id = (context.params as Readonly<Record<string, string>>)[parameter] ?? '';
  return await service.get(context, id, ({ spec }) =>
    fields.every(([field, value]) => spec[field] === value),
  );
}

/** The path of one object. */
export const itemPath = ({ root, nesting }: Place): string =>
  `${root}/{${nesting?.parameter ?? 'id'}}`;

const pascal = (words: string): string =>
  words.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, letter: string) =>
    letter.toUpperCase(),
  );

function placeOf({ path, tag, noun }: Collection, at: string): Place {
  const root = `${ROOT}/${at}`;
  return at === path
    ? { root, many: pascal(tag), one: pascal(noun), noun: withArticle(noun) }
    : { root, many: pascal(at), one: pascal(at).replace(/s$/, ''), noun: withArticle(noun) };
}

/** What routes of a collection declare alike. */
export const common = ({ collection }: CollectionService, verb: 'read' | 'write') => ({
  tag: collection.tag,
  permission: permissionTo(verb, collection),
});

/** All paths of a collection. */
export const placesOf = (collection: Collection, nesting?: Nesting): Place[] =>
  [collection.path, ...(collection.otherPaths ?? [])].map((one) => ({
    ...placeOf(collection, one),
    nesting,
  }));
