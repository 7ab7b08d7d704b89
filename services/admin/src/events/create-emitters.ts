import type { Background } from '@aicp/api-kit/service/service';
import type { Database } from '@aicp/common/database/open-database';
import type { Logger } from '@aicp/common/log/logger';
import type { Clock } from '@aicp/common/time/clock';
import { promptTemplate } from '@aicp/crds/prompt-template';
import type { Leader } from '../findings/leader.ts';
import type { ObjectStore } from '../resources/store.ts';
import { EventSweep } from './sweep/event-sweep.ts';
import type { EventSweepTables } from './sweep/event-sweep-tables.ts';
import type { Watch } from './sweep/watch.ts';
import { abTestWatch } from './watches/ab-test-watch.ts';
import { apiKeyWatch } from './watches/api-key-watch.ts';
import { deprecationWatch } from './watches/deprecation-watch.ts';
import { eventOwner } from './watches/event-owner.ts';
import { promptTemplateWatch, promptVersionWatch } from './watches/prompt-watches.ts';
import { providerWatch } from './watches/provider-watch.ts';
import { rejectionWatch } from './watches/rejection-watch.ts';

export interface EmittersOptions {
  readonly store: ObjectStore;
  readonly leader: Pick<Leader, 'takes'>;
  readonly database: Pick<Database<EventSweepTables>, 'kysely' | 'migrated'>;
  /** The outbox, whose tables have to be there. */
  readonly events: Pick<Database<unknown>, 'migrated'>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What tells of objects, and of what the clock brings: to be started. */
export function createEmitters(options: EmittersOptions): Background {
  const { store, database, events } = options;
  return new EventSweep({
    ...options,
    watches: watchesOn(store),
    organizationOf: (object) => eventOwner(object, store),
    ready: () => Promise.all([database.migrated(), events.migrated()]),
  });
}

/** All watches. The next one that is added takes what is there at its first look as known. */
export const watchesOn = (store: Pick<ObjectStore, 'find'>): readonly Watch[] => [
  apiKeyWatch,
  providerWatch,
  promptTemplateWatch,
  promptVersionWatch((name) => store.find(promptTemplate, name)),
  abTestWatch,
  deprecationWatch,
  rejectionWatch,
];
