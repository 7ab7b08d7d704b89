import type { EventsDatabase } from '@aicp/events/database/tables';
import type { OwnHealth } from '@aicp/api-kit/service/health-routes';
import { SNAPSHOT_SHAPE, snapshotReport } from '@aicp/api-kit/service/snapshot-health';
import type { SnapshotReceiver } from '@aicp/common/snapshot/receiver';
import type { Clock } from '@aicp/common/time/clock';
import { z } from 'zod';
import type { ObjectStore } from './resources/store.ts';
import type { SignIn } from './sign-in.ts';

const shape = {
  ...SNAPSHOT_SHAPE,
  kubernetes: z.boolean().meta({ description: 'Objects were read from the Kubernetes API.' }),
  events: z.boolean().meta({ description: 'The tables of events are up to date.' }),
  tokens: z.boolean().meta({ description: 'Access tokens can be signed.' }),
};

/** What the service stands on: a snapshot, the Kubernetes API's objects, the outbox and a key to sign tokens with. */
export const healthOf = (parts: {
  receiver: Pick<SnapshotReceiver, 'status'>;
  store: Pick<ObjectStore, 'hasSynced'>;
  signIn: Pick<SignIn, 'canSign'>;
  /** The outbox, which much of what is written needs. */
  events: Pick<EventsDatabase, 'isMigrated'>;
  clock: Clock;
}): OwnHealth => ({
  shape,
  now: () => {
    const { receiver, store, signIn, clock } = parts;
    const events = parts.events.isMigrated();
    const tokens = signIn.canSign();
    return {
      isReady: receiver.status !== undefined && store.hasSynced && events && tokens,
      report: {
        ...snapshotReport(receiver, clock),
        kubernetes: store.hasSynced,
        events,
        tokens,
      },
    };
  },
});
