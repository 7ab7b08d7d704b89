import type { ApiObject } from '../../../api/api-object.ts';
import { objectPath } from '../../../api/read/list.ts';
import type { ObjectBulkAction } from '../../../objects/kit/object-definition.ts';
import { RESOURCES } from '../../../resources/resource-table.ts';

type Run = ObjectBulkAction['run'];

const turn =
  (verb: 'block' | 'unblock'): Run =>
  ({ id }, api) =>
    api.request(`${objectPath(RESOURCES.apiKey.collection, id)}/${verb}`, { method: 'POST' });

const isBlocked = (object: ApiObject): boolean => object['blocked'] === true;

const countOf = (count: number): string => (count === 1 ? '1 API key' : `${count} API keys`);

/** Refuses several keys at once, or takes them again. */
export const BULK_BLOCK: readonly ObjectBulkAction[] = [
  {
    title: 'Block',
    isDangerous: true,
    question: (count) =>
      `Block ${countOf(count)}? A blocked key is refused within a second, and whoever signed in with it is signed out. You can unblock it later.`,
    exclusion: (object) => (isBlocked(object) ? 'they are blocked already' : undefined),
    run: turn('block'),
    undo: turn('unblock'),
  },
  {
    title: 'Unblock',
    question: (count) =>
      `Take ${countOf(count)} again? Programs that still have such a key can use it at once.`,
    exclusion: (object) => (isBlocked(object) ? undefined : 'they are not blocked'),
    run: turn('unblock'),
    undo: turn('block'),
  },
];
