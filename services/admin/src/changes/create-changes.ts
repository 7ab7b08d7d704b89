import type { Route } from '@aicp/api-kit/route/route';
import type { Background } from '@aicp/api-kit/service/service';
import type { Collection } from '../resources/collection.ts';
import type { ObjectStore } from '../resources/store.ts';
import { OpenStreams } from '../streams/open-streams.ts';
import type { StreamParts } from '../streams/stream-answer.ts';
import { ChangeFeed } from './change-feed.ts';
import { ChangeRing } from './change-ring.ts';
import { changesRoute } from './changes-route.ts';
import { FactPoll, type FactPollOptions } from './fact-poll.ts';
import { PlaceIds } from './place-ids.ts';

/** What changes, for whoever listens. */
export interface Changes {
  readonly routes: readonly Route[];
  readonly background: Background;
  /** Ends the streams, which would keep the port open. */
  readonly endStreams: () => void;
}

export interface ChangesParts
  extends Omit<StreamParts, 'streams'>, Pick<FactPollOptions, 'database' | 'log'> {
  readonly store: Pick<ObjectStore, 'hasSynced' | 'listen'>;
  readonly collections: readonly Collection[];
  readonly randomBytes: (size: number) => Buffer;
}

/** Tells from now on of each object that the store sees change, and of what is told of tables. */
export function createChanges(parts: ChangesParts): Changes {
  const { store, clock, collections, authenticate, randomBytes } = parts;
  const ring = new ChangeRing();
  const ids = new PlaceIds(randomBytes);
  const feed = new ChangeFeed({ ring, clock });
  const streams = new OpenStreams({ most: 500, mostOfCaller: 10 });
  const facts = new FactPoll({
    ...parts,
    tell: (change) => feed.fact(change),
    isWanted: () => streams.size > 0,
  });
  const byKind = new Map(collections.map((collection) => [collection.kind.kind, collection]));
  store.listen(({ kind, object, previous }) => {
    const collection = byKind.get(kind);
    if (collection) feed.object({ collection, object, previous });
  });
  return {
    routes: [
      changesRoute({
        ...{ store, ring, ids, streams, clock, authenticate },
        onListener: () => facts.begin(),
      }),
    ],
    background: {
      start: () => undefined,
      stop: async () => {
        await Promise.all([feed.stop(), facts.stop()]);
      },
    },
    endStreams: () => streams.end(),
  };
}
