import type { QueryClient } from '@tanstack/react-query';
import type { Change } from './changes.ts';
import { ApiProblem, isPassing } from './problem.ts';
import { collectionKey } from './query-client.ts';

/** Changes that come together are acted on together: so long after the first of them, ms. */
const TOGETHER_MS = 300;
/** While changes of a collection go on, the pause doubles up to this, ms: a caller has 600 requests a minute, for all that a page shows. */
const LONGEST_MS = 1_200;

export interface InvalidatorParts {
  readonly client: Pick<QueryClient, 'invalidateQueries' | 'getQueryCache'>;
  readonly later: (work: () => void, ms: number) => void;
}

/**
 * Reads anew what is shown of collections that changed. However many changes come, a collection is read anew after a pause, which grows while
 * they go on, and not before the last read has ended: asked again each time that something changes, a slow service would never be heard to the end.
 * Where a read was not answered, or was one too many, it is tried again: nothing else would tell that what is shown is old.
 */
export function invalidator({ client, later }: InvalidatorParts) {
  /** Collections that changed a short time ago, with whether they changed since they were read. */
  const followed = new Map<string, boolean>();
  const follow = (collection: string, pauseMs: number): void => {
    later(() => void readIfChanged(collection, pauseMs), pauseMs);
  };
  const readIfChanged = async (collection: string, pauseMs: number): Promise<void> => {
    if (followed.get(collection) !== true) {
      followed.delete(collection);
      return;
    }
    followed.set(collection, false);
    try {
      const queryKey = collectionKey(collection);
      await client.invalidateQueries({ queryKey });
      const failed = client.getQueryCache().findAll({ queryKey, type: 'active' });
      if (failed.some(({ state }) => mayBeReadLater(state.error))) followed.set(collection, true);
    } finally {
      follow(collection, Math.min(pauseMs * 2, LONGEST_MS));
    }
  };
  return {
    onChange: ({ collection }: Change): void => {
      if (!followed.has(collection)) follow(collection, TOGETHER_MS);
      followed.set(collection, true);
    },
    onReset: (): void => void client.invalidateQueries(),
  };
}

/** The caller has asked for too much in this minute. */
const TOO_MANY = 429;

const mayBeReadLater = (error: unknown): boolean =>
  isPassing(error) || (error instanceof ApiProblem && error.status === TOO_MANY);
